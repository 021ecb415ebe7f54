import type { instruments as English } from '../en/instruments.ts'

const shareFile = [
  'Ouvre le fichier IGC du vol dans l’application et choisis « Partager ». Sous Android, Cloudstreet figure parmi les applications une fois installé sur le téléphone.',
  'Ou enregistre le fichier et choisis-le sur la page d’envoi.',
]
const copyFiles = [
  'Branche-le à un ordinateur par USB : sa mémoire apparaît comme un lecteur. Les vols sont des fichiers IGC, souvent dans un dossier à part.',
  'Dépose-les sur la page d’envoi : plusieurs à la fois, ou en fichier ZIP. Ce qui y est déjà est reconnu.',
]

export const instruments: typeof English = {
  flyskyhy: {
    name: 'Flyskyhy (iPhone)',
    steps: [
      'Ouvre les réglages, va à l’envoi des vols et choisis « Other Leonardo Server ».',
      'Saisis l’adresse, l’utilisateur et le mot de passe ci-dessous.',
      'Envoie un vol depuis le carnet de l’appli.',
    ],
  },
  gaggle: {
    name: 'Gaggle (Android)',
    steps: [
      'Ouvre les préférences, puis le compte du serveur Leonardo.',
      'Saisis l’adresse, l’utilisateur et le mot de passe ci-dessous.',
      'Ouvre un vol et choisis « Upload ».',
    ],
  },
  leaf: {
    name: 'Vario Leaf',
    steps: [
      'Sur l’instrument, lance l’association avec le carnet. Il affiche un code de six caractères.',
      'Scanne le QR code affiché, ou ouvre « Associer avec un code » ci-dessous et saisis le code.',
      'Autorise-le. L’instrument envoie désormais tout seul.',
    ],
  },
  xcup: {
    name: 'xcup et autres clients de DHV-XC',
    steps: [
      'Saisis l’adresse ci-dessous comme adresse de l’interface.',
      'Saisis l’utilisateur et le mot de passe ci-dessous comme utilisateur et mot de passe d’envoi.',
      'Envoie un vol.',
    ],
  },
  skylines: {
    name: 'Scripts pour SkyLines',
    steps: [
      'Envoie tes fichiers, IGC ou ZIP, à l’adresse ci-dessous.',
      'Utilise l’utilisateur et le mot de passe ci-dessous pour l’authentification HTTP Basic.',
    ],
  },
  other: {
    name: 'Un autre instrument ou une autre appli',
    steps: [
      'Cherche l’envoi vers un serveur « Leonardo », ou une adresse d’envoi que tu peux saisir toi-même.',
      'Saisis l’adresse, l’utilisateur et le mot de passe ci-dessous.',
      'Envoie un vol.',
    ],
  },
  xctrack: {
    name: 'XCTrack (Android)',
    steps: [
      'Il envoie les vols à XContest et n’accepte pas l’adresse d’un autre carnet de vol.',
      ...shareFile,
    ],
  },
  seeyou: {
    name: 'SeeYou, SeeYou Navigator',
    steps: ['On ne lui connaît pas de réglage pour l’adresse d’un autre carnet de vol.', ...shareFile],
  },
  skytraxx: {
    name: 'Skytraxx',
    steps: [
      'Il envoie les vols aux services de sa propre liste et n’accepte pas d’autre adresse.',
      ...copyFiles,
    ],
  },
  flymaster: {
    name: 'Flymaster',
    steps: [
      'Il envoie les vols aux services de sa propre liste et n’accepte pas d’autre adresse.',
      ...copyFiles,
    ],
  },
}
