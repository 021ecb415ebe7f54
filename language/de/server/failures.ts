import type * as English from '../../en/server/failures.ts'

export const failures: typeof English.failures = {
  notAllowed: 'Das ist nicht erlaubt',
  notFound: 'Seite nicht gefunden',
  tooMany: 'Zu viele Versuche',
  oneMoment: 'Einen Moment, bitte',
  ourFault: 'Da ist etwas schiefgegangen',
  failed: 'Das hat nicht geklappt',
  toStart: 'Zur Startseite',
  forSupport: 'Angaben für die Fehlersuche',
  request: (id) => `Anfrage ${id}`,
  nothingHere: 'Unter dieser Adresse gibt es nichts.',
  tryAgainIn: (seconds) =>
    seconds < 60
      ? `Versuch es in ${seconds === 1 ? 'einer Sekunde' : `${seconds} Sekunden`} noch einmal.`
      : `Versuch es in ${Math.ceil(seconds / 60) === 1 ? 'einer Minute' : `${Math.ceil(seconds / 60)} Minuten`} noch einmal.`,
}

export const refusals: typeof English.refusals = {
  otherSite: 'Diese Anfrage kommt von einer anderen Website, deshalb wurde nichts geändert.',
  formOfOtherSite: 'Dieses Formular wurde von einer anderen Website abgeschickt.',
  formExpired: 'Dieses Formular ist abgelaufen oder gehört zu einer anderen Sitzung. Öffne die Seite neu.',
  wrongPassword: 'Das aktuelle Passwort ist falsch.',
  hasApp: 'Du hast schon eine Authenticator-App. Entferne sie zuerst.',
  setUpExpired: 'Die Einrichtung ist abgelaufen. Fang noch einmal an.',
  wrongAppCode: 'Dieser Code ist falsch. Geht die Uhr deines Handys richtig?',
  noSecondFactor: 'Du hast keinen zweiten Faktor.',
  noFlight: 'Diesen Flug gibt es nicht.',
  noProfile: 'Dieses Profil gibt es nicht.',
  noDatabase: 'Der Dienst erreicht gerade seine Datenbank nicht; versuch es gleich noch einmal.',
  isBusy: 'Etwas anderes hält gerade fest, was hierfür nötig ist; versuch es gleich noch einmal.',
  ourFault: 'Bei uns ist etwas schiefgegangen; mit der Nummer der Anfrage finden wir es.',
  repeatedParameter: 'Der Link enthält client_id oder redirect_uri mehr als einmal.',
  unknownApplication: 'Die Anwendung, von der du kommst, ist unbekannt oder gesperrt.',
  unregisteredReturn:
    'Die Anwendung hat die Adresse (redirect_uri), zu der dich dieser Link zurückbringen würde, nicht registriert.',
  repeatedInSignOut: 'Der Link enthält einen Parameter mehr als einmal.',
  otherApplication: 'Der Link nennt eine Anwendung (client_id), für die sein id_token_hint nicht gilt.',
  unregisteredAfterSignOut:
    'Die Anwendung hat die Adresse (post_logout_redirect_uri), zu der dich dieser Link zurückbringen würde, nicht registriert.',
}
