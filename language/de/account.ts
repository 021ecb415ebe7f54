import type { account as English } from '../en/account.ts'

export const account: typeof English = {
  tabs: {
    profile: 'Profil und Einheiten',
    sharing: 'Privatsphäre und Teilen',
    security: 'Sicherheit und Apps',
    data: 'Deine Daten',
  },

  memberSince: (email, date) => `${email}, dabei seit ${date}`,
  earlyAdopter: 'Von Anfang an dabei',
  profile: 'Profil',
  name: 'Name',
  club: 'Verein',
  civlId: 'CIVL-ID',
  civlIdHint: 'Deine Nummer in der CIVL-Weltrangliste.',
  civlIdWrong: 'Eine CIVL-ID hat nur Ziffern, etwa 12345. Lass das Feld leer, wenn du keine hast.',
  isPublic: 'Mein Profil ist öffentlich',
  save: 'Änderungen speichern',
  saved: 'Gespeichert.',

  picture: 'Bild',
  yourPicture: 'Dein Bild',
  choosePicture: 'Bild auswählen',
  changePicture: 'Bild ändern',
  removePicture: 'Bild entfernen',
  pictureHint: 'JPEG, PNG, WebP, GIF oder AVIF, bis 1 MB. Der Aufnahmeort wird aus der Datei entfernt.',

  reading: 'Sprache und Einheiten',
  readingHint: 'Für diese Seiten und unsere E-Mails an dich. Punkte bleiben Punkte.',
  language: 'Sprache',
  asBrowser: 'Wie der Browser',
  units: 'Einheiten',
  metric: 'Metrisch: km, m, m/s',
  imperial: 'Imperial: mi, ft, fpm',
  clock: 'Uhrzeit',
  clock24: '24 Stunden: 14:05',
  clock12: '12 Stunden: 2:05 PM',

  dataIntro: 'Deine Daten gehören dir: Lade sie herunter oder lösche sie.',
  export: 'Export',
  exportWhat:
    'Eine ZIP-Datei mit jeder IGC-Datei, wie du sie hochgeladen hast, dazu Profil, Wertungen, Schlüssel, verbundene Apps und Zugriffsprotokoll als JSON.',
  downloadAll: 'Alles herunterladen',
  deleteAccount: 'Konto löschen',
  deleteWhat:
    'Deine Flüge, Dateien und Schlüssel werden sofort gelöscht. Verbundene Apps werden benachrichtigt und verlieren den Zugriff.',
  deleteTitle: 'Dein Konto löschen?',
  deleteWarning:
    'Das lässt sich nicht rückgängig machen. Lade deine Daten vorher herunter, falls du sie noch brauchst.',
  deleteEverything: 'Alles löschen',
  keepAccount: 'Konto behalten',
  deleted: 'Dein Konto ist gelöscht',
  deletedWhat: 'Deine Flüge, Dateien, Schlüssel, Webhooks und alle anderen Daten sind gelöscht. Gut Land!',
  goHome: 'Zur Startseite',
}
