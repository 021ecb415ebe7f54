import type { instruments as English } from '../en/instruments.ts'

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
}
