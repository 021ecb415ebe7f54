import type { sharing as English } from '../en/sharing.ts'
import { plural } from '../plural.ts'

export const sharing: typeof English = {
  title: 'Condivisione',
  intro: 'I tuoi voli sono privati finché non decidi altrimenti.',
  flights: 'Voli',
  newFlightsAre: 'I nuovi voli sono',
  names: {
    private: 'Privato',
    unlisted: 'Non in elenco',
    public: 'Pubblico',
  },
  meanings: {
    private: 'Lo vedi solo tu.',
    unlisted: 'Lo vede chi ha il link segreto.',
    public: 'Lo vedono tutti, e i motori di ricerca possono trovarlo.',
  },
  makeAll: {
    private: 'Rendi privati tutti i miei voli',
    unlisted: 'Togli tutti i miei voli dall’elenco',
    public: 'Rendi pubblici tutti i miei voli',
  },
  makeAllQuestion: {
    private: 'Rendere privati tutti i tuoi voli?',
    unlisted: 'Togliere tutti i tuoi voli dall’elenco?',
    public: 'Rendere pubblici tutti i tuoi voli?',
  },
  makeThem: {
    private: 'Rendili privati',
    unlisted: 'Togli dall’elenco',
    public: 'Rendili pubblici',
  },
  linksEnd: 'I link che hai dato smettono di funzionare. Condiviso di nuovo, un volo riceve un nuovo link.',
  appsNotified: 'Le tue app collegate vengono avvisate di ogni volo che cambia.',
  straightFlights:
    'I voli che portano dritto a un luogo che nascondi, o che ne vengono, mostrano dov’è. La finestra di condivisione di un volo te lo dice.',
  changed: (count) => `${count} ${plural(count, 'volo modificato', 'voli modificati')}.`,
  publicProfile: 'Profilo pubblico',
  publicProfileWhat: 'Il tuo nome, la foto, il club, i voli pubblici e i loro totali, per tutti.',
  saveAddress: 'Salva l’indirizzo',
  address: 'Indirizzo',
  addressHint: 'Da 2 a 30 lettere minuscole, cifre e trattini.',
  noPage: 'Non c’è una pagina pubblica finché il profilo non è pubblico e non ha un indirizzo.',
  zones: 'Zone private',
  zonesWhat:
    'Quello che voli dentro una zona è nascosto a tutti gli altri, in tutti i tuoi voli e in ogni loro dato. La parte nascosta è larga almeno tre volte la zona, 2 km o più attorno a essa, e non è centrata su di essa, così nessuno può capire dove si trova. Una zona che rimuovi e rimetti, sposti di poco o ridimensioni resta nascosta come prima. Tu vedi sempre i tuoi voli per intero.',
  removeNamed: (name) => `Rimuovi ${name}`,
  remove: 'Rimuovi',
  home: 'Casa',
  addZone: 'Aggiungi zona',
  zoneName: 'Nome',
  zonePlace: 'Latitudine, longitudine',
  zonePlaceHint:
    'In gradi, per esempio 46.6820, 8.0850. La finestra di condivisione di un volo ne prende l’atterraggio o il decollo.',
  zoneRadius: 'Raggio in metri',
  shareFlight: 'Condividi questo volo',
  whoMaySee: 'Chi può vederlo',
  link: 'link',
  shareLink: 'Condividi il link …',
  seeAsOthers: 'Vedilo come gli altri',
  replaceLink: 'Sostituisci il link',
  replaceHint: 'Sostituendo il link, quello vecchio smette subito di funzionare.',
  hiddenPart: 'Le tue zone private nascondono agli altri una parte di questo volo.',
  hiddenAll: 'Le tue zone private nascondono tutto questo volo: nessun altro lo vede.',
  guessable:
    'Il luogo che nascondi si può indovinare da quello che gli altri vedono di questo volo: ci porta dritto o ne viene. Due voli così mostrano dov’è; meglio tenerlo privato.',
  hiddenPhotos: (count) =>
    `${count} ${plural(count, 'foto è stata scattata lì ed è nascosta', 'foto sono state scattate lì e sono nascoste')} anch’${plural(count, 'essa', 'esse')}.`,
  hidePlace: 'Nascondi un luogo, per esempio casa tua',
  hidePlaceWhat: (link) => [
    'Una zona privata nasconde a tutti gli altri quello che c’è intorno a un luogo, in tutti i tuoi voli. Trovi le tue zone in ',
    link('Condivisione'),
    ' nel tuo account.',
  ],
  landing: 'Atterraggio',
  takeoff: 'Decollo',
  hideLanding: 'Nascondi il mio atterraggio',
  hideTakeoff: 'Nascondi il mio decollo',
  hiddenFromNow: (place) => `Nascosto da ora: ${place}.`,
}
