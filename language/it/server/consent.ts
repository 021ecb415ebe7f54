import type * as English from '../../en/server/consent.ts'
import { sentence } from '../../sentence.ts'

export const decision: typeof English.decision = {
  allow: 'Consenti',
  deny: 'Rifiuta',
  nothingAllowed: 'Non è stato consentito nulla',
  startAgain: 'Torna all’applicazione o al dispositivo e ricomincia.',
  tickOne: 'Spunta almeno una voce, o scegli Rifiuta.',
  signedInAs: (email) => sentence`Accesso effettuato come ${email}.`,
  notYou: 'Non sei tu?',
  connectedApps: 'App collegate',
  disconnect: (connectedApps) => sentence`Puoi scollegarla in qualsiasi momento in ${connectedApps}.`,
}

export const consent: typeof English.consent = {
  title: (name) => `Consentire ${name}?`,
  either: (place) => sentence`In ogni caso torni a ${place}.`,
  appHere: (place) => sentence`un’app su questo dispositivo, ${place}`,
  programHere: (place) => sentence`un programma su questo computer, ${place}`,
  moved: (name, before, now) =>
    sentence`Hai già dato il consenso a ${name}, che però ti riportava a ${before}. Ora vuole riportarti a ${now}. Consenti solo se ti fidi di questo indirizzo.`,
  program: (host) =>
    sentence`Un programma su questo computer dice di venire da ${host}, cosa che non si può verificare.`,
  builtIn: 'Fa parte di questo servizio: il programma cloudstreet, su un tuo computer.',
  by: (owner) => `Un’applicazione di ${owner}`,
  unnamedUser: 'una persona senza nome su questo servizio',
  application: (id) => `applicazione ${id}`,
  notRegistered: 'Non registrata qui.',
  onlyAddress: (address) =>
    sentence`Nessuno ha controllato questa applicazione: se ne conosce solo l’indirizzo, ${address}.`,
  selfRegistered: 'Si è registrata da sé.',
  onlyReturn: (address) =>
    sentence`Nessuno ha controllato questa applicazione né il suo nome: si sa solo dove ti rimanda, ${address}.`,
  callsItself: (name) => `Si presenta come “${name}”.`,
  onlyIfStarted: 'Consenti solo se l’hai appena avviato tu.',
  onlyIfKnown: 'Consenti solo se conosci quell’indirizzo e vieni da lì.',
  asksTo: (name) => `${name} chiede di`,
  untick: 'Togli la spunta a ciò che non deve fare.',
  cannotBeUndone: 'Non si può annullare.',
  unsafe: 'Questo link non funziona',
  tellDeveloper:
    'Non è stato consentito nulla e non c’è stato alcun reindirizzamento. Avvisa chi sviluppa l’applicazione.',
}

export const device: typeof English.device = {
  title: 'Collega un dispositivo',
  hint: 'Il tuo dispositivo mostra un codice di otto lettere.',
  code: 'Codice',
  continue: 'Continua',
  unknown:
    'Nessun dispositivo aspetta con questo codice. Guarda di nuovo il dispositivo: un codice vale solo pochi minuti.',
  tooMany: 'Sono stati provati troppi codici in poco tempo. Aspetta qualche minuto, poi riprova.',
  connect: (name) => `Collegare ${name}?`,
  showsCode: 'Il tuo dispositivo mostra questo codice?',
  care: 'Consenti solo se hai iniziato tu, su un dispositivo che hai davanti. Cloudstreet non ti manderà mai un codice.',
  requestedFrom: 'Richiesto da',
  unknownAddress: 'un indirizzo sconosciuto',
  requestedAt: 'Richiesto alle',
  justNow: 'proprio ora',
  minutesAgo: (minutes) => (minutes === 1 ? '1 minuto fa' : `${minutes} minuti fa`),
  identifiesAs: 'Si presenta come',
  connected: 'Collegato',
  denied: 'Rifiutato',
  isConnected: (name) => `${name}: collegamento riuscito`,
  isNotConnected: (name) => `${name}: collegamento rifiutato`,
  goBack: 'Puoi tornare al tuo dispositivo.',
  nothingAllowed: 'Non è stato consentito nulla.',
}

export const pairing: typeof English.pairing = {
  title: 'Abbina uno strumento',
  hint: 'Il tuo strumento mostra un codice di sei caratteri.',
  unknown:
    'Nessun dispositivo aspetta con questo codice. Guarda di nuovo il dispositivo: un codice vale solo dieci minuti.',
  pair: 'Abbinare questo strumento?',
  showsCode: 'Il tuo strumento mostra questo codice?',
  itMay: 'Può',
  uploadOnly: 'caricare voli nel tuo account, e nient’altro',
  care: 'Consenti solo se hai iniziato tu, su uno strumento che hai davanti. Cloudstreet non ti manderà mai un codice.',
  name: 'Nome',
  pairedDevice: 'Dispositivo abbinato',
  paired: 'Abbinato',
  isPaired: (name) => `${name}: abbinamento riuscito`,
  nothingPaired: 'Non è stato abbinato nulla',
  goBack: 'Puoi tornare al tuo strumento.',
  remove: (devices) => sentence`Puoi rimuoverlo in qualsiasi momento in ${devices}.`,
  devices: 'Dispositivi',
}

export const signOut: typeof English.signOut = {
  title: 'Uscire?',
  asks: (who, email) =>
    sentence`${who} chiede di farti uscire da Cloudstreet. Il tuo account qui è ${email}.`,
  aLink: 'Un link',
  wouldStay: 'Resteresti qui.',
  thenTo: (place) => sentence`Poi vai a ${place}.`,
  button: 'Esci',
  stay: 'Rimani nell’account',
  signedOut: 'Uscita effettuata',
  youAreSignedOut: 'Uscita effettuata',
  again: 'Accedi di nuovo',
  continueTo: (place) => `Continua verso ${place}`,
}
