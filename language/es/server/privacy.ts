import type * as English from '../../en/server/privacy.ts'
import { sentence } from '../../sentence.ts'

const days = (count: number) => (count === 1 ? 'un día' : `${count} días`)

export const privacy: typeof English.privacy = {
  title: 'Privacidad',
  description: 'Qué guarda Cloudstreet de ti, durante cuánto tiempo y quién lo ve.',
  lead: 'Qué guarda de ti esta instalación de Cloudstreet, durante cuánto tiempo y quién lo ve.',
  without: 'Sin cuenta',
  withoutText:
    'Un archivo que sueltas en la página de inicio se lee y se puntúa en tu navegador. Se queda en esa pestaña y solo se envía cuando decides guardarlo y has iniciado sesión. Al mapa se le pide la zona del vuelo.',
  with: 'Con una cuenta',
  kept: 'Tu dirección de correo, tu perfil, tus vuelos con sus archivos y las claves y conexiones que crees se guardan hasta que los borres.',
  logs: (signIns, reads) =>
    `Los inicios de sesión y los cambios de tu cuenta, con dirección y navegador, se guardan ${days(signIns)}; lo que ha leído cada aplicación, por días, ${days(reads)}.`,
  leave: (download) =>
    sentence`Puedes ${download} cuando quieras. Las copias de seguridad anteriores pueden contenerlo hasta que quienes gestionan este servicio las hayan sustituido.`,
  download: 'descargarlo todo o borrar la cuenta',
  whoSees: 'Quién ve tus vuelos',
  whoSeesText:
    'Nadie más que tú, salvo que compartas un vuelo, publiques tu perfil o conectes una aplicación. Cada aplicación conectada ve lo que le has permitido, hasta que la desconectes. Las zonas privadas ocultan lugares a todos los demás.',
  cookies: 'Cookies y otros sitios',
  cookiesText:
    'Las cookies mantienen tu sesión, recuerdan tu idioma y protegen los formularios. Tu navegador guarda tus últimos diez vuelos y los archivos que esperan la red hasta que cierras la sesión, 14 días como mucho. No hay publicidad ni rastreo.',
  mapsFrom: (host) => `Los mapas vienen de ${host}, que ve tu dirección y la zona que miras.`,
  nothingElse: 'Las páginas no cargan nada de otros sitios.',
  heightsFrom: (host) =>
    `Las alturas del terreno vienen de ${host}. Ese servidor sabe qué cuadrados de un grado, de unos 100 km de ancho, ha sobrevolado alguien aquí, incluidos los vuelos privados y las zonas privadas; nada de quién, cuándo ni en qué punto.`,
  sitesFrom: (host) =>
    `Los nombres de los despegues vienen de OpenStreetMap (© sus colaboradores, ODbL) a través de ${host}, que sabe en qué cuadrados de un grado, de unos 100 km de ancho, empezaron vuelos de aquí, incluidos los privados y los de zonas privadas; nada de quién, cuándo ni en qué punto.`,
  contact: 'Contacto',
}
