import type * as English from '../../en/server/consent.ts'
import { sentence } from '../../sentence.ts'

export const decision: typeof English.decision = {
  allow: 'Erlauben',
  deny: 'Ablehnen',
  nothingAllowed: 'Es wurde nichts erlaubt',
  startAgain: 'Geh zur Anwendung oder zum Gerät zurück und fang noch einmal an.',
  tickOne: 'Kreuze mindestens eines an, oder wähle Ablehnen.',
  signedInAs: (email) => sentence`Angemeldet als ${email}.`,
  notYou: 'Nicht du?',
  connectedApps: 'Verbundene Apps',
  disconnect: (connectedApps) => sentence`Du kannst sie jederzeit unter ${connectedApps} trennen.`,
}

export const consent: typeof English.consent = {
  title: (name) => `${name} erlauben?`,
  either: (place) => sentence`In jedem Fall kehrst du zurück zu ${place}.`,
  appHere: (place) => sentence`einer App auf diesem Gerät, ${place}`,
  programHere: (place) => sentence`einem Programm auf diesem Computer, ${place}`,
  moved: (name, before, now) =>
    sentence`Du hast ${name} schon einmal etwas erlaubt, bist danach aber zu ${before} zurückgekehrt. Jetzt sollst du zu ${now} zurückkehren. Erlaube das nur, wenn du dieser Adresse vertraust.`,
  program: (host) =>
    sentence`Ein Programm auf diesem Computer gibt an, von ${host} zu sein; das lässt sich nicht prüfen.`,
  builtIn: 'Gehört zu diesem Dienst: das Programm cloudstreet auf einem deiner Computer.',
  by: (owner) => `Eine Anwendung von ${owner}`,
  unnamedUser: 'jemandem ohne Namen auf diesem Dienst',
  application: (id) => `Anwendung ${id}`,
  notRegistered: 'Hier nicht registriert.',
  onlyAddress: (address) =>
    sentence`Niemand hat diese Anwendung geprüft: Bekannt ist von ihr nur die Adresse, ${address}.`,
  selfRegistered: 'Hat sich selbst registriert.',
  onlyReturn: (address) =>
    sentence`Niemand hat diese Anwendung oder ihren Namen geprüft: Bekannt ist von ihr nur, wohin sie dich zurückschickt, ${address}.`,
  callsItself: (name) => `Sie nennt sich „${name}“.`,
  onlyIfStarted: 'Erlaube es nur, wenn du es gerade selbst gestartet hast.',
  onlyIfKnown: 'Erlaube es nur, wenn du diese Adresse kennst und von dort kommst.',
  asksTo: (name) => `${name} möchte`,
  untick: 'Nimm das Häkchen weg bei allem, was nicht sein soll.',
  cannotBeUndone: 'Das lässt sich nicht rückgängig machen.',
  unsafe: 'Dieser Link funktioniert nicht',
  tellDeveloper:
    'Es wurde nichts erlaubt, und du wurdest nicht weitergeleitet. Bitte sag es den Entwicklern der Anwendung.',
}

export const device: typeof English.device = {
  title: 'Gerät verbinden',
  hint: 'Dein Gerät zeigt einen Code aus acht Buchstaben.',
  code: 'Code',
  continue: 'Weiter',
  unknown:
    'Mit diesem Code wartet kein Gerät. Sieh noch einmal auf dein Gerät: Ein Code gilt nur ein paar Minuten.',
  tooMany:
    'In kurzer Zeit wurden zu viele Codes versucht. Warte ein paar Minuten, dann versuch es noch einmal.',
  connect: (name) => `${name} verbinden?`,
  showsCode: 'Zeigt dein Gerät diesen Code?',
  care: 'Erlaube es nur, wenn du selbst damit angefangen hast, auf einem Gerät, das vor dir liegt. Cloudstreet schickt dir nie einen Code.',
  requestedFrom: 'Angefragt von',
  unknownAddress: 'einer unbekannten Adresse',
  requestedAt: 'Angefragt um',
  justNow: 'gerade eben',
  minutesAgo: (minutes) => (minutes === 1 ? 'vor 1 Minute' : `vor ${minutes} Minuten`),
  identifiesAs: 'Nennt sich',
  connected: 'Verbunden',
  denied: 'Abgelehnt',
  isConnected: (name) => `${name} ist verbunden`,
  isNotConnected: (name) => `${name} wurde nicht verbunden`,
  goBack: 'Du kannst zu deinem Gerät zurückkehren.',
  nothingAllowed: 'Es wurde nichts erlaubt.',
}

export const pairing: typeof English.pairing = {
  title: 'Fluginstrument koppeln',
  hint: 'Dein Instrument zeigt einen Code aus sechs Zeichen.',
  unknown:
    'Mit diesem Code wartet kein Instrument. Sieh noch einmal auf dein Instrument: Ein Code gilt nur zehn Minuten.',
  pair: 'Dieses Instrument koppeln?',
  showsCode: 'Zeigt dein Instrument diesen Code?',
  itMay: 'Es darf',
  uploadOnly: 'Flüge in dein Konto hochladen, sonst nichts',
  care: 'Erlaube es nur, wenn du selbst damit angefangen hast, auf einem Instrument, das vor dir liegt. Cloudstreet schickt dir nie einen Code.',
  name: 'Name',
  pairedDevice: 'Gekoppeltes Instrument',
  paired: 'Gekoppelt',
  isPaired: (name) => `${name} ist gekoppelt`,
  nothingPaired: 'Es wurde nichts gekoppelt',
  goBack: 'Du kannst zu deinem Instrument zurückkehren.',
  remove: (devices) => sentence`Du kannst es jederzeit unter ${devices} entfernen.`,
  devices: 'Instrumente',
}

export const signOut: typeof English.signOut = {
  title: 'Abmelden?',
  asks: (who, email) => sentence`${who} will dich bei Cloudstreet abmelden. Du bist angemeldet als ${email}.`,
  aLink: 'Ein Link',
  wouldStay: 'Du würdest hier bleiben.',
  thenTo: (place) => sentence`Danach geht es zu ${place}.`,
  button: 'Abmelden',
  stay: 'Angemeldet bleiben',
  signedOut: 'Abgemeldet',
  youAreSignedOut: 'Du bist abgemeldet',
  again: 'Wieder anmelden',
  continueTo: (place) => `Weiter zu ${place}`,
}
