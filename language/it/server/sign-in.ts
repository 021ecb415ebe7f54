import type * as English from '../../en/server/sign-in.ts'
import { sentence } from '../../sentence.ts'

export const fields: typeof English.fields = {
  optional: 'facoltativo',
  name: 'Nome',
  email: 'Email',
  password: 'Password',
  newPassword: 'Nuova password',
  currentPassword: 'Password attuale',
  yourPassword: 'La tua password',
  passwordHint: (least) => `Almeno ${least} caratteri. Alcune parole di seguito sono facili da ricordare.`,
  code: 'Codice',
}

export const signIn: typeof English.signIn = {
  title: 'Accedi',
  toContinue: (application) =>
    sentence`per continuare verso ${application}. Subito dopo decidi tu che cosa può vedere e fare.`,
  forgotPassword: 'Hai dimenticato la password?',
  resend: 'Invia di nuovo l’email di conferma',
  back: 'Torna all’accesso',
  done: 'Accesso effettuato',
  youAreSignedIn: 'Accesso effettuato',
  continue: 'Continua',
  wrong: 'Email o password sbagliata.',
  wrongOrUnconfirmed:
    'Email o password sbagliata. Se il tuo account è nuovo, conferma prima il suo indirizzo email.',
  tooMany: (minutes) => `Troppi tentativi. Riprova tra ${minutes === 1 ? 'un minuto' : `${minutes} minuti`}.`,
}

export const passkey: typeof English.passkey = {
  button: 'Accedi con una passkey',
  needsScript: 'La tua passkey ha bisogno di JavaScript; un codice di recupero no.',
  noneUsed: 'Non è stata usata nessuna passkey. Riprova, o accedi in un altro modo.',
  cannotBeUsed: 'Le passkey non si possono usare a questo indirizzo.',
  tooMany: 'Troppi tentativi. Riprova più tardi.',
  expired: 'Questo accesso è scaduto. Accedi di nuovo.',
  notAccepted: 'Questa passkey non è stata accettata.',
}

export const signUp: typeof English.signUp = {
  title: 'Crea un account',
  lead: 'Conserva i tuoi voli, scopri quanto valgono e decidi quali app li vedono.',
  keeps: (flight) => `${flight} va nel tuo libretto.`,
  button: 'Crea l’account',
  signInInstead: 'Hai già un account? Accedi',
  closed: 'Le registrazioni sono chiuse',
  askForOne: 'Qui non puoi creare un account. Chiedilo a chi gestisce questo servizio.',
  almostThere: 'Ci sei quasi',
  sent: (email) => sentence`Abbiamo inviato un’email a ${email}. Apri il link che contiene, poi accedi.`,
  notThere: (sendAgain) =>
    sentence`Dopo qualche minuto non è arrivato nulla? Guarda nella posta indesiderata, oppure ${sendAgain}.`,
  sendAgain: 'falla inviare di nuovo',
  nowSignIn: (email) =>
    sentence`Ora accedi con ${email}. Se quell’indirizzo aveva già un account, la sua password è rimasta la stessa.`,
}

export const secondStep: typeof English.secondStep = {
  title: 'Secondo fattore',
  passwordRight: 'La password è giusta. Ora usa la tua passkey.',
  codeHint: 'Le sei cifre che mostra la tua app di autenticazione.',
  recoveryCode: 'Codice di recupero',
  recoveryCodeHint:
    'Uno dei codici mostrati quando hai configurato il secondo fattore. Ognuno vale una volta.',
  useApp: 'Usa la tua app di autenticazione',
  usePasskey: 'Usa la tua passkey',
  useRecoveryCode: 'Usa un codice di recupero',
  somebodyElse: 'Accedi con un altro account',
  wrongCode: 'Questo codice è sbagliato, o è già stato usato.',
  expired: 'Questo accesso è scaduto, o troppi codici erano sbagliati. Accedi di nuovo.',
}

export const problems: typeof English.problems = {
  email: 'Questo non è un indirizzo email valido.',
  nameTooLong: (most) => `Il nome ha più di ${most} caratteri.`,
  nameUnreadable: 'Il nome contiene caratteri che non si possono mostrare.',
  nameInvisible:
    'Il nome contiene caratteri che non si possono mostrare: di controllo, di direzione o invisibili.',
  nameOfService: 'Il nome somiglia a Cloudstreet, il nome di questo servizio; scegline un altro.',
  passwordTooShort: (least) => `Scegli una password di almeno ${least} caratteri.`,
  passwordTooLong: (most) => `Scegli una password di al massimo ${most} caratteri.`,
  passwordCommon: 'È una delle password più comuni. Scegline un’altra.',
  passwordIsEmail: 'Non usare il tuo indirizzo email come password.',
}
