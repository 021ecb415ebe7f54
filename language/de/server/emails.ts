import type { emails as English } from '../../en/server/emails.ts'

export const emails: typeof English = {
  verification: {
    subject: 'Bestätige deine E-Mail-Adresse für Cloudstreet',
    text: (link) =>
      `Bitte bestätige, dass diese E-Mail-Adresse dir gehört:\n\n${link}\n\n` +
      'Der Link funktioniert einmal und einen Tag lang. Hast du ihn nicht angefordert, ignoriere diese E-Mail: Es ändert sich nichts.',
  },
  accountExists: {
    subject: 'Du hast schon ein Cloudstreet-Konto',
    text: (signIn, password) =>
      'Jemand, vielleicht du, wollte mit dieser E-Mail-Adresse ein Konto erstellen. ' +
      'Du hast schon eines, und daran hat sich nichts geändert.\n\n' +
      `Anmelden: ${signIn}\nPasswort vergessen? ${password}\n\n` +
      'Wenn du das nicht warst, musst du nichts tun.',
  },
  finishSignUp: {
    subject: 'Schließe die Anmeldung bei Cloudstreet ab',
    text: (link) =>
      'Mit dieser E-Mail-Adresse gibt es schon ein Konto, aber die Adresse ist noch nicht bestätigt. ' +
      `Um das Konto zu benutzen, wähle hier ein Passwort; damit ist auch die Adresse bestätigt:\n\n${link}\n\n` +
      'Der Link funktioniert einmal und eine Stunde lang. Wenn du das nicht warst, ignoriere diese E-Mail.',
  },
  passwordReset: {
    subject: 'Wähle ein neues Passwort für Cloudstreet',
    text: (link) =>
      `Wähle hier ein neues Passwort:\n\n${link}\n\n` +
      'Der Link funktioniert einmal und eine Stunde lang. Hast du ihn nicht angefordert, ignoriere diese E-Mail: Dein Passwort bleibt, wie es ist.',
  },
  emailInUse: {
    subject: 'Jemand wollte deine E-Mail-Adresse bei Cloudstreet verwenden',
    text:
      'Der Inhaber eines anderen Cloudstreet-Kontos wollte dessen E-Mail-Adresse auf diese hier ändern. ' +
      'Die Adresse gehört zu deinem Konto, deshalb wurde nichts geändert.',
  },
  emailChangeRequested: {
    subject: 'Deine E-Mail-Adresse bei Cloudstreet soll geändert werden',
    text: (newEmail, link, password) =>
      `Jemand, der in deinem Konto angemeldet ist, will dessen E-Mail-Adresse auf ${newEmail} ändern. ` +
      'Wenn du das warst, musst du hier nichts tun.\n\n' +
      `Wenn nicht, behalte deine Adresse:\n\n${link}\n\n` +
      'Der Link bricht die Änderung ab. Er funktioniert noch sieben Tage nach der Änderung: Dann gibt er deinem Konto ' +
      `diese Adresse zurück und meldet alle ab. Jemand anderes kennt dein Passwort, also wähle ein neues: ${password}`,
  },
  emailChanged: {
    subject: 'Die E-Mail-Adresse deines Cloudstreet-Kontos wurde geändert',
    text: (newEmail, link) =>
      `Die E-Mail-Adresse deines Kontos ist jetzt ${newEmail}. ` +
      'Wenn du das warst, musst du hier nichts tun.\n\n' +
      `Wenn nicht, hol dir dein Konto zurück:\n\n${link}\n\n` +
      'Der Link funktioniert sieben Tage lang. Er gibt dem Konto diese Adresse zurück, meldet alle ab und lässt dich ' +
      'ein neues Passwort wählen.',
  },
  emailRestored: {
    subject: 'Eine Änderung der E-Mail-Adresse bei Cloudstreet wurde rückgängig gemacht',
    text: (email, password) =>
      `Das Konto hat wieder seine E-Mail-Adresse ${email}. Alle wurden abgemeldet, kein früher verschickter Link ` +
      `funktioniert mehr, und du musst ein neues Passwort wählen: ${password}`,
  },
  emailReserved: {
    subject: 'Deine E-Mail-Adresse lässt sich bei Cloudstreet noch nicht verwenden',
    text:
      'Jemand, vielleicht du, wollte diese E-Mail-Adresse für ein Cloudstreet-Konto verwenden. Bis vor ein paar Tagen war ' +
      'es die Adresse eines anderen Kontos, das sie noch zurückfordern kann. Versuch es in einer Woche wieder.',
  },
  passwordChanged: {
    subject: 'Dein Cloudstreet-Passwort wurde geändert',
    text: (password) =>
      'Das Passwort deines Kontos wurde geändert, und alle anderen Browser wurden abgemeldet. ' +
      `Wenn du das nicht warst, wähle sofort ein neues Passwort: ${password}`,
  },
  newDevice: {
    subject: 'Dein Cloudstreet-Konto wurde auf einem neuen Gerät benutzt',
    unknownBrowser: 'ein unbekannter Browser',
    text: (browser, address, time, password, activity) =>
      'Jemand hat sich in deinem Konto mit einem Browser angemeldet, der dafür noch nie benutzt wurde: ' +
      `${browser}, IP-Adresse ${address}, ${time}. ` +
      'Wenn du das warst, musst du nichts tun.\n\n' +
      `Wenn nicht, wähle sofort ein neues Passwort: ${password}\n` +
      `Sieh dir dann die Sicherheitsprotokoll an: ${activity}`,
  },
  secondFactor: {
    subject: 'Die zweiten Faktoren deines Cloudstreet-Kontos haben sich geändert',
    text: (what, password, factors) =>
      `${what}\n\n` +
      `Wenn du das nicht warst, wähle sofort ein neues Passwort: ${password}\n` +
      `Prüfe dann, welche Faktoren eingerichtet sind: ${factors}`,
    withUndo: (what, link) =>
      `${what}\n\n` +
      `Wenn du das nicht warst, entferne ihn und hol dir dein Konto zurück:\n\n${link}\n\n` +
      'Der Link funktioniert sieben Tage lang. Er meldet alle ab, setzt ebenso neue zweite Faktoren aus und lässt dich ' +
      'ein neues Passwort wählen.',
    appAdded:
      'Eine Authenticator-App wurde eingerichtet: Beim Anmelden wird jetzt auch nach ihrem Code gefragt.',
    passkeyAdded: (name) =>
      `Ein Passkey wurde hinzugefügt: ${name}. Er meldet in deinem Konto an und funktioniert neben dem Passwort.`,
    appRemoved: 'Ein zweiter Faktor wurde entfernt: die Authenticator-App.',
    passkeyRemoved: (name) => `Ein zweiter Faktor wurde entfernt: der Passkey ${name}.`,
    codesRenewed: 'Neue Wiederherstellungscodes wurden erstellt. Die früheren funktionieren nicht mehr.',
    passwordAlone: 'Für die Anmeldung in deinem Konto genügt jetzt das Passwort.',
    removedByOperator:
      'Der Betreiber des Dienstes hat deine zweiten Faktoren entfernt: Für die Anmeldung genügt das Passwort.',
  },
  accessReviewed: {
    subject: 'Du hast den Zugriff auf dein Cloudstreet-Konto geprüft',
    text: (ended, password) =>
      `Das kann nicht mehr für dein Konto handeln:\n\n${ended}\n\n` +
      `Wenn du das nicht warst, wähle sofort ein neues Passwort: ${password}`,
  },
  recoveryCodeUsed: {
    subject: 'Ein Wiederherstellungscode deines Cloudstreet-Kontos wurde benutzt',
    text: (left, factors, password) =>
      'Einer deiner Wiederherstellungscodes wurde anstelle des zweiten Faktors benutzt. ' +
      `${left === 1 ? 'Ein Code ist' : `${left === 0 ? 'Keine' : left} Codes sind`} übrig; neue erstellst du hier: ${factors}\n\n` +
      `Wenn du das nicht warst, wähle sofort ein neues Passwort: ${password}`,
  },
  keyCreated: {
    subject: 'Dein Cloudstreet-Konto hat einen neuen API-Schlüssel',
    text: (name, keys, password) =>
      `Ein Schlüssel mit dem Namen „${name}“ wurde erstellt. Wer ihn hat, kann im Rahmen seiner Rechte für dein Konto handeln. ` +
      'Wenn du das warst, musst du nichts tun.\n\n' +
      `Wenn nicht, widerrufe den Schlüssel: ${keys}\nWähle dann ein neues Passwort: ${password}`,
  },
  sharingWidened: {
    subject: 'Andere sehen mehr von dir',
    changes: {
      zoneRemoved: (name) =>
        `Die Privatzone „${name}“ wurde entfernt: Andere können sehen, wo Flüge dort beginnen und enden.`,
      zoneNarrowed: (name) =>
        `Die Privatzone „${name}“ verbirgt weniger als zuvor: Andere sehen mehr von den Flügen in ihrer Nähe.`,
      flightsShared: (name) => `Die Sichtbarkeit von ${name} Flügen wurde geändert: Andere können sie sehen.`,
      newFlightsShared: (_name) => `Neue Flüge werden ab jetzt mit anderen geteilt.`,
      addressChosen: (name) => `Dein öffentliches Profil hat ab jetzt die Adresse „${name}“.`,
      profilePublished: (_name) => `Dein Profil ist ab jetzt öffentlich.`,
      seasonEntered: (name) =>
        `Du nimmst an der Saison „${name}“ teil: Ihre Ranglisten zeigen deinen Namen so, wie du es gewählt hast, und deine öffentlichen Flüge.`,
      clubJoined: (name) =>
        `Du bist ab jetzt Mitglied im Verein „${name}“: Seine Mitglieder sehen deinen Namen so, wie du es gewählt hast.`,
      clubInvited: (name) =>
        `Der Verein „${name}“ hat neue Einladungen von dir: Wer eine hat, kann Mitglied werden.`,
      clubNameShown: (name) => `Der Verein „${name}“ zeigt anderen ab jetzt mehr von deinem Namen.`,
      seasonNameShown: (name) => `Die Ranglisten der Saison „${name}“ zeigen ab jetzt mehr von deinem Namen.`,
    },
    text: (change, undo, password) =>
      `${change} Wenn du das warst, musst du nichts tun.\n\nWenn du es nicht warst, mach es innerhalb von sieben Tagen rückgängig: ${undo}\nWähle dann ein neues Passwort: ${password}`,
  },
  entriesDecided: {
    subject: 'Deine Flüge in einer Rangliste',
    text: (season: string, lines: string, link: string) =>
      `Zu deinen Flügen in „${season}“:\n\n${lines}\n\nDort kannst du es nachlesen und antworten: ${link}`,
    states: {
      review: (why: string) => `zurückgestellt, bis eine Prüferin oder ein Prüfer ihn angesehen hat. ${why}`,
      accepted: (why: string) => `gewertet. Die Prüfer schreiben: ${why}`,
      rejected: (why: string) =>
        `nicht gewertet. Die Prüfer schreiben: ${why} Eine Entscheidung kann geändert werden.`,
    },
    findings: {
      airspace: 'Der Track führt durch einen Luftraum, für den man eine Freigabe brauchen kann.',
      'invalid-signature': 'Die Signatur der Datei passt nicht; das kann auf dem Weg vom Gerät passieren.',
      'unchecked-signature': 'Die Signatur der Datei konnte nicht geprüft werden.',
      'start-in-air': 'Die Aufzeichnung beginnt über dem Boden; Geräte starten manchmal spät.',
      'same-track':
        'Eine andere Person der Saison hat denselben Track; Dateien werden manchmal versehentlich weitergegeben.',
    },
  },
  clubOwners: {
    subject: 'Die Inhaber deines Vereins haben gewechselt',
    changes: {
      clubHandedOver: (who) => `Übergeben an: ${who}.`,
      clubOwnerAdded: (who) => `Neu unter den Inhabern: ${who}.`,
      clubOwnerRemoved: (who) => `Nicht mehr unter den Inhabern: ${who}.`,
    },
    text: (change, undo, password) =>
      undo === ''
        ? change
        : `${change} Wenn das abgesprochen war, musst du nichts tun.\n\nWenn nicht, mach es innerhalb von sieben Tagen rückgängig: ${undo}\nHat es jemand in deinem Namen getan, wähle ein neues Passwort: ${password}`,
  },
  seasonChanged: {
    subject: 'Eine Saison, für die du gemeldet bist, hat sich geändert',
    texts: {
      seasonDeleted: (season) =>
        `Die Saison „${season}“, für die du gemeldet warst, wurde mit ihren Ranglisten gelöscht.`,
      seasonReopened: (season) =>
        `Die Saison „${season}“, für die du gemeldet bist, ist wieder offen: Ihre Plätze können sich ändern, bis sie abgeschlossen wird.`,
      rankingDeleted: (season, ranking) =>
        `Die Rangliste „${ranking}“ der Saison „${season}“, für die du gemeldet bist, wurde gelöscht.`,
    },
  },
  clubInvitation: {
    subject: 'Du bist in einen Verein eingeladen',
    text: (club, inviter, link, day) =>
      `${inviter} lädt dich ein, auf Cloudstreet dem Verein „${club}“ beizutreten. Ohne dein Ja geschieht nichts: ${link}\n\n` +
      `Die Einladung gilt einmal, bis ${day}. Wenn du den Verein oder die Adresse nicht kennst, ignoriere diese E-Mail.`,
  },
  deviceAdded: {
    subject: 'Zu deinem Cloudstreet-Konto wurde ein Instrument hinzugefügt',
    text: (name, devices, password) =>
      `Ein Instrument mit dem Namen „${name}“ kann jetzt Flüge in dein Konto hochladen, sonst nichts. ` +
      'Wenn du das warst, musst du nichts tun.\n\n' +
      `Wenn nicht, entferne das Instrument: ${devices}\nWähle dann ein neues Passwort: ${password}`,
  },
  newOrigin: {
    subject: 'Eine verbundene App benutzt bei Cloudstreet eine neue Adresse',
    text: (name, origin, earlier, connections, password) =>
      `Du hast „${name}“ erlaubt, dich zu ${origin} zurückzuschicken. Bisher ging es zurück zu ${earlier}. ` +
      'Wenn du das warst und der neuen Adresse vertraust, musst du nichts tun.\n\n' +
      `Wenn nicht, trenne die App: ${connections}\nWähle dann ein neues Passwort: ${password}`,
  },
  destinationRefused: {
    subject: 'Die Weiterleitung braucht dich',
    text: (label: string, words: string, destinations: string) =>
      `Mit „${label}“ kommt Cloudstreet ohne dich nicht weiter.${words === '' ? '' : ` Die Antwort: ${words}`}\n\n` +
      `Nichts ist verloren. Prüfe Adresse und Anmeldung, dann geht es dort weiter, wo es aufgehört hat: ${destinations}`,
  },
  webhookDisabled: {
    subject: 'Einer deiner Webhooks wurde deaktiviert',
    text: (url, reason, webhooks) =>
      `Cloudstreet schickt keine Ereignisse mehr an ${url}. Der Grund: ${reason}.\n\n` +
      `Sobald der Empfänger wieder funktioniert, aktiviere den Webhook und spiele die verpassten Ereignisse nach. Sie werden 30 Tage aufbewahrt:\n${webhooks}`,
  },
}
