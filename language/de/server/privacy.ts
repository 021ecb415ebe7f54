import type * as English from '../../en/server/privacy.ts'
import { sentence } from '../../sentence.ts'

const days = (count: number) => (count === 1 ? 'einen Tag' : `${count} Tage`)

export const privacy: typeof English.privacy = {
  title: 'Datenschutz',
  description: 'Was Cloudstreet von dir speichert, wie lange, und wer es sieht.',
  lead: 'Was diese Installation von Cloudstreet von dir speichert, wie lange, und wer es sieht.',
  without: 'Ohne Konto',
  withoutText:
    'Eine Datei, die du auf der Startseite ablegst, wird in deinem Browser gelesen und gewertet. Sie bleibt in diesem Tab und wird erst gesendet, wenn du sie behalten willst und angemeldet bist. Die Karte wird nach dem Gebiet des Fluges gefragt.',
  with: 'Mit Konto',
  kept: 'Deine E-Mail-Adresse, dein Profil, deine Flüge mit ihren Dateien und die Schlüssel und Verbindungen, die du anlegst, bleiben gespeichert, bis du sie löschst.',
  logs: (signIns, reads) =>
    `Anmeldungen und Änderungen deines Kontos, mit Adresse und Browser, bleiben ${days(signIns)} gespeichert; was jede App gelesen hat, nach Tagen, ${days(reads)}.`,
  leave: (download) =>
    sentence`Du kannst jederzeit ${download}. Frühere Sicherungen können es enthalten, bis die Betreiber dieses Dienstes sie ersetzt haben.`,
  download: 'alles herunterladen oder das Konto löschen',
  whoSees: 'Wer deine Flüge sieht',
  whoSeesText:
    'Niemand außer dir, solange du keinen Flug teilst, dein Profil nicht veröffentlichst und keine App verbindest. Jede verbundene App sieht, was du ihr erlaubt hast, bis du sie trennst. Privatzonen verbergen Orte vor allen anderen.',
  cookies: 'Cookies und andere Websites',
  cookiesText:
    'Cookies halten dich angemeldet, merken sich deine Sprache und schützen Formulare. Dein Browser behält deine letzten zehn Flüge und Dateien, die auf Netz warten, bis du dich abmeldest, höchstens 14 Tage. Es gibt keine Werbung und kein Tracking.',
  mapsFrom: (host) =>
    `Karten kommen von ${host}; dort sieht man deine Adresse und das Gebiet, das du betrachtest.`,
  nothingElse: 'Die Seiten laden nichts von anderen Websites.',
  heightsFrom: (host) =>
    `Höhen des Geländes kommen von ${host}. Dort erfährt man, über welche Felder von einem Grad, rund 100 km breit, hier jemand geflogen ist, auch bei privaten Flügen und in Privatzonen; nichts darüber, wer, wann oder wo darin.`,
  sitesFrom: (host) =>
    `Namen von Startplätzen kommen aus OpenStreetMap (© die Mitwirkenden, ODbL) über ${host}. Dort hat man erfahren, in welchen Feldern von einem Grad, rund 100 km breit, Flüge von hier begonnen haben, auch private und solche in Privatzonen; nichts darüber, wer, wann oder wo darin.`,
  contact: 'Kontakt',
}
