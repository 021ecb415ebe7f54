import type { sharing as English } from '../en/sharing.ts'
import { plural } from '../plural.ts'

export const sharing: typeof English = {
  title: 'Compartir',
  intro: 'Tus vuelos son privados mientras no digas lo contrario.',
  flights: 'Vuelos',
  newFlightsAre: 'Los vuelos nuevos son',
  names: {
    private: 'Privado',
    unlisted: 'No listado',
    public: 'Público',
  },
  meanings: {
    private: 'Solo tú lo ves.',
    unlisted: 'Lo ve quien tenga el enlace secreto.',
    public: 'Todo el mundo lo ve y los buscadores pueden encontrarlo.',
  },
  makeAll: {
    private: 'Hacer privados todos mis vuelos',
    unlisted: 'Dejar todos mis vuelos sin listar',
    public: 'Hacer públicos todos mis vuelos',
  },
  makeAllQuestion: {
    private: '¿Hacer privados todos tus vuelos?',
    unlisted: '¿Dejar todos tus vuelos sin listar?',
    public: '¿Hacer públicos todos tus vuelos?',
  },
  makeThem: {
    private: 'Hacerlos privados',
    unlisted: 'Dejarlos sin listar',
    public: 'Hacerlos públicos',
  },
  linksEnd:
    'Los enlaces que has dado dejan de funcionar. Si vuelves a compartir un vuelo, recibe otro enlace.',
  appsNotified: 'Tus apps conectadas reciben un aviso por cada vuelo que cambia.',
  straightFlights:
    'Los vuelos que llevan directo a un lugar que ocultas, o que vienen directo de allí, muestran dónde está. El diálogo para compartir un vuelo te lo dice.',
  changed: (count) => `${count} ${plural(count, 'vuelo cambiado', 'vuelos cambiados')}.`,
  publicProfile: 'Perfil público',
  publicProfileWhat: 'Tu nombre, foto, club, vuelos públicos y sus totales, para todo el mundo.',
  saveAddress: 'Guardar dirección',
  address: 'Dirección',
  addressHint: 'De 2 a 30 letras minúsculas, cifras y guiones.',
  noPage: 'No hay página pública hasta que el perfil sea público y tenga una dirección.',
  zones: 'Zonas privadas',
  zonesWhat:
    'Lo que vuelas dentro de una zona queda oculto para los demás, en todos tus vuelos y en cada una de sus cifras. La parte oculta es al menos tres veces más ancha que la zona, 2 km o más a su alrededor, y no está centrada en ella, para que nadie pueda deducir dónde está. Una zona que quitas y vuelves a poner, mueves un poco o cambias de tamaño queda oculta como antes. Tú siempre ves tus vuelos enteros.',
  removeNamed: (name) => `Quitar ${name}`,
  remove: 'Quitar',
  home: 'Casa',
  addZone: 'Añadir zona',
  zoneName: 'Nombre',
  zonePlace: 'Latitud, longitud',
  zonePlaceHint:
    'En grados, por ejemplo 46.6820, 8.0850. El diálogo de compartir de un vuelo toma su aterrizaje o su despegue.',
  zoneRadius: 'Radio en metros',
  shareFlight: 'Compartir este vuelo',
  whoMaySee: 'Quién puede verlo',
  link: 'enlace',
  shareLink: 'Compartir el enlace …',
  seeAsOthers: 'Verlo como los demás',
  replaceLink: 'Cambiar el enlace',
  replaceHint: 'Al cambiar el enlace, el antiguo deja de funcionar al instante.',
  hiddenPart: 'Tus zonas privadas ocultan a los demás parte de este vuelo.',
  hiddenAll: 'Tus zonas privadas ocultan este vuelo por completo: nadie más lo ve.',
  guessable:
    'El lugar que ocultas se puede adivinar por lo que los demás ven de este vuelo: lleva directo hasta allí o viene de allí. Dos vuelos así muestran dónde está; mejor déjalo privado.',
  hiddenPhotos: (count) =>
    `${count} ${plural(count, 'foto se hizo allí y también está oculta', 'fotos se hicieron allí y también están ocultas')}.`,
  hidePlace: 'Ocultar un lugar, por ejemplo tu casa',
  hidePlaceWhat: (link) => [
    'Una zona privada oculta a los demás lo que hay alrededor de un lugar, en todos tus vuelos. Encuentras tus zonas en ',
    link('Compartir'),
    ' en tu cuenta.',
  ],
  landing: 'Aterrizaje',
  takeoff: 'Despegue',
  hideLanding: 'Ocultar dónde aterricé',
  hideTakeoff: 'Ocultar dónde despegué',
  hiddenFromNow: (place) => `Oculto a partir de ahora: ${place}.`,
}
