import type { shell as English } from '../en/shell.ts'
import { plural } from '../plural.ts'

export const shell: typeof English = {
  upload: 'Hochladen',
  compare: 'Vergleichen',
  me: 'Ich',
  publicProfile: 'Öffentliches Profil',
  settings: 'Einstellungen',
  operate: 'Betrieb',
  more: 'Mehr',
  signOut: 'Abmelden',
  notFound: 'Seite nicht gefunden',
  notFoundWhy: 'Der Link ist vielleicht veraltet oder die Adresse vertippt.',
  openLogbook: 'Flugbuch öffnen',

  loading: 'Wird geladen',
  tryAgain: 'Noch einmal versuchen',
  close: 'Schließen',
  cancel: 'Abbrechen',
  uploadFiles: 'IGC-Dateien hochladen',
  chooseFiles: 'Dateien auswählen',
  igcFiles: 'IGC-Dateien',

  unreachable: 'Der Dienst ist nicht erreichbar. Prüfe deine Verbindung und versuche es noch einmal.',
  needsNetwork:
    'Dafür braucht es das Netz, und der Dienst ist nicht erreichbar. Versuche es noch einmal, sobald du online bist.',
  offline: (when) => `Offline: Flüge vom Stand ${when}`,
  notOffline: 'Diese Seite braucht das Netz',
  failed: (status) => `Der Dienst hat nicht geantwortet (Status ${status}). Versuche es gleich noch einmal.`,
  tooMany: (seconds) =>
    `Zu viele Anfragen. Versuche es in ${seconds} ${plural(seconds, 'Sekunde', 'Sekunden')} noch einmal.`,

  confirm: 'Bestätigen',
  confirmTitle: 'Bestätige, dass du es bist',
  confirmWhy: 'Deine Anmeldung ist schon eine Weile her. Bestätige, dass du es bist, um weiterzumachen.',
  yourPassword: 'Dein Passwort',
  authenticatorCode: 'Code aus deiner Authenticator-App',
  usePassword: 'Stattdessen das Passwort verwenden',
  useCode: 'Stattdessen einen Code verwenden',
  usePasskey: 'Passkey verwenden',
  noPasskeys: 'Dieser Browser kann hier keine Passkeys verwenden.',
  passkeyCancelled: 'Es wurde kein Passkey verwendet: abgebrochen oder Zeit abgelaufen.',
  passkeyExists: 'Dieses Gerät hat schon einen Passkey für dein Konto.',
  passkeyNotHere: 'Unter dieser Adresse sind keine Passkeys möglich.',
}
