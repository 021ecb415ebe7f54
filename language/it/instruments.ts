import type { instruments as English } from '../en/instruments.ts'

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
}
