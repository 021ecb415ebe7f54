import type * as English from '../../en/server/consent.ts'
import { sentence } from '../../sentence.ts'

export const decision: typeof English.decision = {
  allow: 'Autoriser',
  deny: 'Refuser',
  nothingAllowed: 'Rien n’a été autorisé',
  startAgain: 'Retourne à l’application ou à l’appareil et recommence.',
  tickOne: 'Coche au moins une case, ou choisis Refuser.',
  signedInAs: (email) => sentence`Compte utilisé : ${email}.`,
  notYou: 'Ce n’est pas toi ?',
  connectedApps: 'Applications connectées',
  disconnect: (connectedApps) => sentence`Tu peux la déconnecter à tout moment dans ${connectedApps}.`,
}

export const consent: typeof English.consent = {
  title: (name) => `Autoriser ${name} ?`,
  either: (place) => sentence`Dans tous les cas, tu retournes vers ${place}.`,
  appHere: (place) => sentence`une application sur cet appareil, ${place}`,
  programHere: (place) => sentence`un programme sur cet ordinateur, ${place}`,
  moved: (name, before, now) =>
    sentence`Tu as déjà autorisé ${name}, qui te renvoyait vers ${before}. Maintenant, elle veut te renvoyer vers ${now}. N’autorise cela que si tu as confiance en cette adresse.`,
  program: (host) =>
    sentence`Un programme sur cet ordinateur dit venir de ${host}, ce qui ne peut pas être vérifié.`,
  builtIn: 'Fait partie de ce service : le programme cloudstreet, sur un de tes ordinateurs.',
  by: (owner) => `Une application de ${owner}`,
  unnamedUser: 'quelqu’un sans nom sur ce service',
  application: (id) => `application ${id}`,
  notRegistered: 'Pas enregistrée ici.',
  onlyAddress: (address) =>
    sentence`Personne n’a vérifié cette application : on ne connaît d’elle que son adresse, ${address}.`,
  selfRegistered: 'S’est enregistrée elle-même.',
  onlyReturn: (address) =>
    sentence`Personne n’a vérifié cette application ni son nom : on sait seulement où elle te renvoie, ${address}.`,
  callsItself: (name) => `Elle se nomme « ${name} ».`,
  onlyIfStarted: 'Ne l’autorise que si tu viens de le lancer toi-même.',
  onlyIfKnown: 'Ne l’autorise que si tu connais cette adresse et que tu en viens.',
  asksTo: (name) => `${name} demande à pouvoir`,
  untick: 'Décoche ce qu’elle ne doit pas faire.',
  cannotBeUndone: 'C’est définitif.',
  unsafe: 'Ce lien ne fonctionne pas',
  tellDeveloper:
    'Rien n’a été autorisé, et la redirection n’a pas eu lieu. Préviens les développeurs de l’application.',
}

export const device: typeof English.device = {
  title: 'Connecter un appareil',
  hint: 'Ton appareil affiche un code de huit lettres.',
  code: 'Code',
  continue: 'Continuer',
  unknown:
    'Aucun appareil n’attend avec ce code. Regarde à nouveau ton appareil : un code ne vaut que quelques minutes.',
  tooMany: 'Trop de codes ont été essayés en peu de temps. Attends quelques minutes, puis réessaie.',
  connect: (name) => `Connecter ${name} ?`,
  showsCode: 'Ton appareil affiche-t-il ce code ?',
  care: 'N’autorise ceci que si tu l’as lancé toi-même, sur un appareil que tu as devant toi. Cloudstreet ne t’enverra jamais de code.',
  requestedFrom: 'Demandé depuis',
  unknownAddress: 'une adresse inconnue',
  requestedAt: 'Demandé à',
  justNow: 'à l’instant',
  minutesAgo: (minutes) => (minutes === 1 ? 'il y a 1 minute' : `il y a ${minutes} minutes`),
  identifiesAs: 'Se présente comme',
  connected: 'Connecté',
  denied: 'Refusé',
  isConnected: (name) => `${name} : connexion établie`,
  isNotConnected: (name) => `${name} : connexion refusée`,
  goBack: 'Tu peux retourner à ton appareil.',
  nothingAllowed: 'Rien n’a été autorisé.',
}

export const pairing: typeof English.pairing = {
  title: 'Associer un instrument',
  hint: 'Ton instrument affiche un code de six caractères.',
  unknown:
    'Aucun appareil n’attend avec ce code. Regarde à nouveau ton appareil : un code ne vaut que dix minutes.',
  pair: 'Associer cet instrument ?',
  showsCode: 'Ton instrument affiche-t-il ce code ?',
  itMay: 'Il peut',
  uploadOnly: 'envoyer des vols vers ton compte, et rien d’autre',
  care: 'N’autorise ceci que si tu l’as lancé toi-même, sur un instrument que tu as devant toi. Cloudstreet ne t’enverra jamais de code.',
  name: 'Nom',
  pairedDevice: 'Appareil associé',
  paired: 'Associé',
  isPaired: (name) => `${name} est associé`,
  nothingPaired: 'Rien n’a été associé',
  goBack: 'Tu peux retourner à ton instrument.',
  remove: (devices) => sentence`Tu peux le retirer à tout moment dans ${devices}.`,
  devices: 'Appareils',
}

export const signOut: typeof English.signOut = {
  title: 'Se déconnecter ?',
  asks: (who, email) =>
    sentence`${who} demande à te déconnecter de Cloudstreet. Ton compte ici est ${email}.`,
  aLink: 'Un lien',
  wouldStay: 'Tu resterais ici.',
  thenTo: (place) => sentence`Ensuite, tu vas vers ${place}.`,
  button: 'Se déconnecter',
  stay: 'Garder ma session',
  signedOut: 'Déconnexion',
  youAreSignedOut: 'Ta session est fermée',
  again: 'Se reconnecter',
  continueTo: (place) => `Continuer vers ${place}`,
}
