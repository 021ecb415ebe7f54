import type { instruments as English } from '../en/instruments.ts'

const shareFile = [
  'Apri il file IGC del volo nell’app e scegli “Condividi”. Su Android, Cloudstreet è tra le app una volta installato sul telefono.',
  'Oppure salva il file e sceglilo nella pagina di caricamento.',
]
const copyFiles = [
  'Collegalo a un computer via USB: la sua memoria appare come un’unità. I voli sono file IGC, spesso in una cartella apposita.',
  'Trascinali nella pagina di caricamento: molti insieme, o come file ZIP. Quelli già presenti vengono riconosciuti.',
]

export const instruments: typeof English = {
  flyskyhy: {
    name: 'Flyskyhy (iPhone)',
    steps: [
      'Apri le impostazioni, vai al caricamento dei voli e scegli “Other Leonardo Server”.',
      'Inserisci l’indirizzo, l’utente e la password qui sotto.',
      'Carica un volo dal libretto dell’app.',
    ],
  },
  gaggle: {
    name: 'Gaggle (Android)',
    steps: [
      'Apri le preferenze, poi l’account del server Leonardo.',
      'Inserisci l’indirizzo, l’utente e la password qui sotto.',
      'Apri un volo e scegli “Upload”.',
    ],
  },
  leaf: {
    name: 'Vario Leaf',
    steps: [
      'Sullo strumento, avvia l’associazione con il libretto. Mostra un codice di sei caratteri.',
      'Scansiona il codice QR che mostra, o apri “Associa con un codice” qui sotto e inserisci il codice.',
      'Consenti. Da quel momento lo strumento carica da solo.',
    ],
  },
  xcup: {
    name: 'xcup e altri client di DHV-XC',
    steps: [
      'Inserisci l’indirizzo qui sotto come indirizzo dell’interfaccia.',
      'Inserisci l’utente e la password qui sotto come utente e password di caricamento.',
      'Carica un volo.',
    ],
  },
  skylines: {
    name: 'Script per SkyLines',
    steps: [
      'Invia i tuoi file, IGC o ZIP, all’indirizzo qui sotto.',
      'Usa l’utente e la password qui sotto per l’autenticazione HTTP Basic.',
    ],
  },
  other: {
    name: 'Un altro strumento o un’altra app',
    steps: [
      'Cerca il caricamento su un server “Leonardo”, o un indirizzo di caricamento che puoi inserire tu.',
      'Inserisci l’indirizzo, l’utente e la password qui sotto.',
      'Carica un volo.',
    ],
  },
  xctrack: {
    name: 'XCTrack (Android)',
    steps: [
      'Carica i voli su XContest e non accetta l’indirizzo di un altro libretto di volo.',
      ...shareFile,
    ],
  },
  seeyou: {
    name: 'SeeYou, SeeYou Navigator',
    steps: ['Non risulta che accetti l’indirizzo di un altro libretto di volo.', ...shareFile],
  },
  skytraxx: {
    name: 'Skytraxx',
    steps: ['Carica i voli sui servizi della propria lista e non accetta altri indirizzi.', ...copyFiles],
  },
  flymaster: {
    name: 'Flymaster',
    steps: ['Carica i voli sui servizi della propria lista e non accetta altri indirizzi.', ...copyFiles],
  },
}
