import type { shell as English } from '../en/shell.ts'
import { plural } from '../plural.ts'

export const shell: typeof English = {
  upload: 'Carica',
  compare: 'Confronta',
  me: 'Io',
  publicProfile: 'Profilo pubblico',
  settings: 'Impostazioni',
  operate: 'Gestione',
  more: 'Altro',
  signOut: 'Esci',
  notFound: 'Pagina non trovata',
  notFoundWhy: 'Forse il link non è più valido, o l’indirizzo è sbagliato.',
  openLogbook: 'Apri il libretto di volo',

  loading: 'Caricamento',
  tryAgain: 'Riprova',
  close: 'Chiudi',
  cancel: 'Annulla',
  uploadFiles: 'Carica file IGC',
  chooseFiles: 'Scegli i file',
  igcFiles: 'File IGC',

  unreachable: 'Il servizio non è raggiungibile. Controlla la connessione e riprova.',
  needsNetwork: 'Per questo serve la rete, e il servizio non è raggiungibile. Riprova quando sei online.',
  offline: (when) => `Offline: voli aggiornati al ${when}`,
  notOffline: 'Questa pagina ha bisogno della rete',
  failed: (status) => `Il servizio non ha risposto (stato ${status}). Riprova tra un attimo.`,
  tooMany: (seconds) => `Troppe richieste. Riprova tra ${seconds} ${plural(seconds, 'secondo', 'secondi')}.`,

  confirm: 'Conferma',
  confirmTitle: 'Conferma che sei tu',
  confirmWhy: 'Hai effettuato l’accesso da un po’. Conferma che sei tu per continuare.',
  yourPassword: 'La tua password',
  authenticatorCode: 'Codice della tua app di autenticazione',
  usePassword: 'Usa invece la password',
  useCode: 'Usa invece un codice',
  usePasskey: 'Usa una passkey',
  noPasskeys: 'Questo browser non può usare passkey qui.',
  passkeyCancelled: 'Nessuna passkey usata: richiesta annullata o scaduta.',
  passkeyExists: 'Questo dispositivo ha già una passkey per il tuo account.',
  passkeyNotHere: 'Le passkey non si possono usare a questo indirizzo.',
}
