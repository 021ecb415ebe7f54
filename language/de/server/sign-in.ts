import type * as English from '../../en/server/sign-in.ts'
import { sentence } from '../../sentence.ts'

export const fields: typeof English.fields = {
  optional: 'freiwillig',
  name: 'Name',
  email: 'E-Mail',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  currentPassword: 'Aktuelles Passwort',
  yourPassword: 'Dein Passwort',
  passwordHint: (least) =>
    `Mindestens ${least} Zeichen. Ein paar Wörter hintereinander merkt man sich leicht.`,
  code: 'Code',
}

export const signIn: typeof English.signIn = {
  title: 'Anmelden',
  toContinue: (application) =>
    sentence`und weiter zu ${application}. Was die App sehen und tun darf, entscheidest du danach.`,
  forgotPassword: 'Passwort vergessen?',
  resend: 'Bestätigungs-E-Mail noch einmal senden',
  back: 'Zurück zur Anmeldung',
  done: 'Angemeldet',
  youAreSignedIn: 'Du bist angemeldet',
  continue: 'Weiter',
  wrong: 'E-Mail oder Passwort ist falsch.',
  wrongOrUnconfirmed:
    'E-Mail oder Passwort ist falsch. Wenn dein Konto neu ist, bestätige zuerst die E-Mail-Adresse.',
  tooMany: (minutes) =>
    `Zu viele Versuche. Versuch es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} noch einmal.`,
}

export const passkey: typeof English.passkey = {
  button: 'Mit einem Passkey anmelden',
  needsScript: 'Dein Passkey braucht JavaScript, ein Wiederherstellungscode nicht.',
  noneUsed: 'Es wurde kein Passkey benutzt. Versuch es noch einmal, oder melde dich anders an.',
  cannotBeUsed: 'Unter dieser Adresse sind keine Passkeys möglich.',
  tooMany: 'Zu viele Versuche. Versuch es später noch einmal.',
  expired: 'Diese Anmeldung ist abgelaufen. Melde dich noch einmal an.',
  notAccepted: 'Dieser Passkey wurde nicht angenommen.',
}

export const signUp: typeof English.signUp = {
  title: 'Konto erstellen',
  lead: 'Sammle deine Flüge, lass sie werten und entscheide, welche Apps sie sehen.',
  keeps: (flight) => `${flight} kommt in dein Flugbuch.`,
  button: 'Konto erstellen',
  signInInstead: 'Du hast schon ein Konto? Anmelden',
  closed: 'Neue Konten gibt es hier nicht',
  askForOne: 'Du kannst hier selbst kein Konto erstellen. Frag die Betreiber dieses Dienstes danach.',
  almostThere: 'Fast geschafft',
  sent: (email) =>
    sentence`Wir haben eine E-Mail an ${email} geschickt. Öffne den Link darin, dann melde dich an.`,
  notThere: (sendAgain) =>
    sentence`Nach ein paar Minuten noch nichts da? Sieh im Spam-Ordner nach, oder ${sendAgain}.`,
  sendAgain: 'lass sie noch einmal schicken',
  nowSignIn: (email) =>
    sentence`Melde dich jetzt mit ${email} an. Hatte die Adresse schon ein Konto, gilt dessen bisheriges Passwort.`,
}

export const secondStep: typeof English.secondStep = {
  title: 'Zweiter Faktor',
  passwordRight: 'Dein Passwort stimmt. Benutze jetzt deinen Passkey.',
  codeHint: 'Die sechs Ziffern, die deine Authenticator-App zeigt.',
  recoveryCode: 'Wiederherstellungscode',
  recoveryCodeHint:
    'Einer der Codes, die du beim Einrichten des zweiten Faktors bekommen hast. Jeder gilt einmal.',
  useApp: 'Authenticator-App benutzen',
  usePasskey: 'Passkey benutzen',
  useRecoveryCode: 'Wiederherstellungscode benutzen',
  somebodyElse: 'Mit einem anderen Konto anmelden',
  wrongCode: 'Dieser Code ist falsch oder wurde schon benutzt.',
  expired: 'Diese Anmeldung ist abgelaufen, oder zu viele Codes waren falsch. Melde dich noch einmal an.',
}

export const problems: typeof English.problems = {
  email: 'Das ist keine gültige E-Mail-Adresse.',
  nameTooLong: (most) => `Der Name ist länger als ${most} Zeichen.`,
  nameUnreadable: 'Der Name enthält Zeichen, die sich nicht anzeigen lassen.',
  nameInvisible:
    'Der Name enthält Zeichen, die sich nicht anzeigen lassen: Steuerzeichen, Richtungszeichen oder unsichtbare.',
  nameOfService: 'Der Name sieht aus wie Cloudstreet, der Name dieses Dienstes; wähle einen anderen.',
  passwordTooShort: (least) => `Wähle ein Passwort mit mindestens ${least} Zeichen.`,
  passwordTooLong: (most) => `Wähle ein Passwort mit höchstens ${most} Zeichen.`,
  passwordCommon: 'Das ist eines der häufigsten Passwörter. Wähle ein anderes.',
  passwordIsEmail: 'Nimm nicht deine E-Mail-Adresse als Passwort.',
}
