import { plural } from '../../plural.ts'
import type * as English from '../../en/server/recovery.ts'
import { sentence } from '../../sentence.ts'

export const resetPassword: typeof English.resetPassword = {
  forgotten: 'Passwort zurücksetzen',
  enterEmail:
    'Gib die E-Mail-Adresse deines Kontos ein. Wir schicken dir einen Link, mit dem du ein neues Passwort wählst.',
  sendLink: 'Link schicken',
  sent: 'Wenn es mit dieser E-Mail-Adresse ein Konto gibt, ist ein Link für ein neues Passwort unterwegs.',
  title: 'Neues Passwort wählen',
  signsOut: 'Damit wirst du in jedem Browser abgemeldet.',
  button: 'Passwort ändern',
  changed: 'Dein Passwort ist geändert. Melde dich mit dem neuen an.',
}

export const mailedLinks: typeof English.mailedLinks = {
  checkInbox: 'Sieh in dein Postfach',
  notThere: 'Nach ein paar Minuten noch nichts da? Sieh im Spam-Ordner nach.',
  expired: 'Dieser Link funktioniert nicht mehr',
  workOnce: 'Links, die wir per E-Mail schicken, funktionieren einmal und nur für begrenzte Zeit.',
}

export const confirmEmail: typeof English.confirmEmail = {
  title: 'E-Mail-Adresse bestätigen',
  isItYours: (email) => sentence`Ist ${email} deine E-Mail-Adresse, und hast du diese E-Mail angefordert?`,
  yes: 'Ja, bestätigen',
  confirmed: 'Deine E-Mail-Adresse ist bestätigt',
  isNow: (email) => sentence`${email} ist jetzt die E-Mail-Adresse deines Kontos.`,
  openAccount: 'Dein Konto öffnen',
  youCanSignIn: 'Deine E-Mail-Adresse ist bestätigt. Du kannst dich jetzt anmelden.',
  enterEmail: 'Gib die E-Mail-Adresse deines Kontos ein. Wir schicken die Bestätigungs-E-Mail noch einmal.',
  resend: 'Noch einmal schicken',
  sent: 'Wenn es mit dieser E-Mail-Adresse ein noch nicht bestätigtes Konto gibt, ist ein Link unterwegs.',
}

export const keepEmail: typeof English.keepEmail = {
  takeBack: 'Hol dir dein Konto zurück',
  isAnother: (email) => sentence`Das Konto mit der Adresse ${email} hat jetzt eine andere.`,
  willTakeBack:
    'Damit bekommt es deine Adresse zurück, alle werden abgemeldet, jeder verschickte Link wird ungültig, und du wählst ein neues Passwort.',
  takeItBack: 'Zurückholen',
  keep: 'Behalte deine E-Mail-Adresse',
  someoneAsked: 'Jemand wollte die E-Mail-Adresse deines Kontos ändern.',
  willCancel: (email) => sentence`Damit wird die Änderung abgebrochen: Die Adresse bleibt ${email}.`,
  cancelChange: 'Änderung abbrechen',
  isYours: 'Das Konto gehört wieder dir',
  isBack: (email) => sentence`Seine Adresse ist wieder ${email}. Alle wurden abgemeldet.`,
  oldPasswordEnded: 'Das alte Passwort gilt nicht mehr. Wähle jetzt ein neues.',
  isCancelled: 'Die Änderung ist abgebrochen',
  stays: (email) => sentence`Die Adresse deines Kontos bleibt ${email}.`,
  somebodyKnows: 'Wenn du das nicht wolltest, kennt jemand dein Passwort. Wähle jetzt ein neues.',
}

export const undoFactor: typeof English.undoFactor = {
  wasAdded: (name) =>
    sentence`Jemand hat ${name} zu den zweiten Faktoren deines Kontos hinzugefügt. Warst du das nicht?`,
  willRemove:
    'Damit wird er entfernt, alle werden abgemeldet, andere neue zweite Faktoren werden ausgesetzt, und du wählst ein neues Passwort.',
  remove: 'Entfernen',
  removed: 'Er ist entfernt',
  noLonger: (name) => sentence`${name} meldet nicht mehr in deinem Konto an. Alle wurden abgemeldet.`,
  otherEmail:
    'Das Konto hat jetzt eine andere E-Mail-Adresse. Um sie zurückzubekommen, öffne den Link in der E-Mail, die dir davon berichtet hat.',
}

export const undoSharing: typeof English.undoSharing = {
  undo: 'Rückgängig machen',
  wasChanged: 'Jemand hat geändert, was andere von deinen Flügen sehen. Warst du das nicht?',
  willUndo: 'Damit wird es wieder, wie es vorher war; gemeinsam geteilte Flüge werden privat.',
  undone: 'Es ist rückgängig gemacht',
  choosePassword: 'Wenn jemand anderes es geändert hat, kennt er dein Passwort. Wähle jetzt ein neues.',
}

export const undoClubOwners: typeof English.undoSharing = {
  undo: 'Rückgängig machen',
  wasChanged: 'War das nicht abgesprochen?',
  willUndo: 'Alle Beteiligten erhalten die Rolle zurück, die sie vorher hatten.',
  undone: 'Es ist rückgängig gemacht',
  choosePassword: 'Wenn es jemand in deinem Namen getan hat, kennt er dein Passwort. Wähle jetzt ein neues.',
}

export const review: typeof English.review = {
  title: 'Was für dein Konto handeln kann',
  afterRecovery:
    'Dein Konto wurde wiederhergestellt. Jemand anderes kann etwas hinterlassen haben. Was aus der Woche vor der Wiederherstellung oder von danach stammt, endet, wenn du es nicht behältst.',
  atAnyTime: 'All das kann ohne Anmeldung für dein Konto handeln. Beende, was du nicht kennst.',
  othersSignedOut: 'Jeder andere Browser wird abgemeldet.',
  signsOutOthers: 'Beenden meldet dich auch in jedem anderen Browser ab.',
  apply: 'Auswahl übernehmen',
  keep: 'Behalten',
  end: 'Beenden',
  decideRest: 'Deine Auswahl ist gespeichert. Entscheide auch über den Rest.',
  saved: 'Deine Auswahl ist gespeichert',
  ended: 'Beendet',
  kept: 'Behalten',
  again: 'Du kannst die Zugriffe jederzeit von deinem Konto aus wieder prüfen.',
  nothing: 'Nichts anderes kann für dein Konto handeln',
  nothingLong:
    'Es gibt keine Schlüssel, Instrumente, verbundenen Apps, eigenen Anwendungen, Webhooks oder zweiten Faktoren, und kein Flug ist geteilt.',
  age: (made, days, day) =>
    days < 1
      ? `${made} vor weniger als einem Tag`
      : `${made} vor ${days === 1 ? 'einem Tag' : `${days} Tagen`} (${day})`,
  confirmedBy: (proof) => `bestätigt mit ${proof}`,
  suspended: 'durch die Wiederherstellung ausgesetzt',
  neverUsed: 'nie benutzt',
  lastUsed: (day) => `zuletzt benutzt am ${day}`,
  left: (codes) => `${codes} übrig`,
  shared: (flights, names, others) =>
    `${flights} ${plural(flights, 'Flug', 'Flüge')}: ${names}${others > 0 ? ` und ${others} weitere` : ''}`,
  newFlights: {
    unlisted: 'neue Flüge sehen alle, die den Link haben',
    public: 'neue Flüge sehen alle',
  },
  kinds: {
    passkey: {
      title: 'Passkeys',
      made: 'hinzugefügt',
      ending: 'Beenden entfernt sie. Sie melden ohne Passwort an.',
    },
    authenticator: {
      title: 'Authenticator-App',
      made: 'eingerichtet',
      ending: 'Beenden entfernt sie. Deine kannst du danach wieder einrichten.',
    },
    recoveryCodes: {
      title: 'Wiederherstellungscodes',
      made: 'erstellt',
      ending: 'Beenden löscht sie. Sie gehen auch mit dem letzten zweiten Faktor.',
    },
    key: { title: 'API-Schlüssel', made: 'erstellt', ending: 'Beenden widerruft sie.' },
    device: { title: 'Instrumente, die hochladen', made: 'hinzugefügt', ending: 'Beenden entfernt sie.' },
    pairing: {
      title: 'Instrumente, die noch nicht verbunden sind',
      made: 'erlaubt',
      ending: 'Beenden hindert sie daran, sich zu verbinden.',
    },
    consent: {
      title: 'Verbundene Apps',
      made: 'zuletzt erlaubt',
      ending: 'Beenden trennt sie: Sie verlieren den Zugriff sofort.',
    },
    application: {
      title: 'Deine eigenen Anwendungen',
      made: 'registriert oder geändert',
      ending:
        'Beenden sperrt sie und löscht ihre Geheimnisse. Bevor du eine wieder freigibst, prüfe ihre Rückkehradressen; erneuere dann ihr Geheimnis.',
    },
    webhook: {
      title: 'Webhooks',
      made: 'registriert oder geändert',
      ending: 'Beenden deaktiviert sie: Es wird nichts mehr an sie geschickt.',
    },
    destination: {
      title: 'Ziele',
      made: 'hinzugefügt oder geändert',
      ending: 'Beenden löscht sie: Es werden keine Flüge mehr dorthin geschickt; die dort sind, bleiben.',
    },
    sharing: {
      title: 'Was andere sehen',
      made: 'geteilt oder geändert',
      ending: 'Beenden macht alle deine Flüge privat, auch neue, und beendet ihre Links.',
    },
    change: {
      title: 'Änderungen, die andere sehen',
      made: 'gemacht',
      ending: 'Beenden macht sie rückgängig: Alles ist wieder wie vorher.',
    },
  },
  proofs: {
    password: 'Passwort',
    passkey: 'Passkey',
    'authenticator app': 'Authenticator-App',
    'recovery code': 'Wiederherstellungscode',
    code: 'Code',
  },
  and: 'und',
}
