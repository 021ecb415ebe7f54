import type { connections as English } from '../en/connections.ts'
import { frenchPlural as plural } from '../plural.ts'

export const connections: typeof English = {
  title: 'Applications connectées',
  intro: 'Les applis qui peuvent agir pour toi, et ce qu’elles ont fait ces 90 derniers jours.',
  none: 'Aucune appli connectée',
  noneWhat:
    'Les applis que tu autorises à voir ou à envoyer tes vols figurent ici jusqu’à ce que tu les déconnectes.',
  disconnect: 'Déconnecter',
  disconnectQuestion: (name) => `Déconnecter ${name} ?`,
  disconnectWhat:
    'Elle perd l’accès aussitôt et n’est plus prévenue de tes vols. Tu pourras la reconnecter plus tard.',
  replayed:
    'Un jeton a servi deux fois ; il a peut-être été volé. Tous ses accès ont été révoqués ; ne reconnecte l’appli que si tu lui fais confiance :',
  incidentFrom: (name, when, address) => `${name}, ${when} depuis ${address}`,
  notified: (webhooks) =>
    `${plural(webhooks, 'Son webhook est prévenu', `Ses ${webhooks} webhooks sont prévenus`)} de tes vols.`,
  stillNotified: (webhooks) =>
    `${plural(webhooks, 'Son webhook est toujours prévenu', `Ses ${webhooks} webhooks sont toujours prévenus`)} de tes vols.`,
  noToken:
    'Elle n’a plus de jeton, mais peut en obtenir un nouveau sans te redemander. Déconnecte-la pour y mettre fin.',
  by: (owner) => `Par ${owner}.`,
  selfRegistered: 'Elle s’est enregistrée elle-même ; personne n’a vérifié son nom.',
  describesItself: (address) => `Non enregistrée ici ; elle se décrit elle-même à l’adresse ${address}.`,
  connectedAndUsed: (date, when) => `Connectée le ${date}, dernière utilisation ${when}`,
  connectedNeverUsed: (date) => `Connectée le ${date}, jamais utilisée`,
  returnsTo: (addresses) => `Te renvoie vers ${addresses}.`,
  yourKeys: 'Tes clés personnelles',
  requestsOf: (name) => `Requêtes : ${name}`,
  noRequests: 'Aucune requête ces 90 derniers jours.',
  day: 'Jour',
  key: 'Clé',
  access: 'Accès',
  requests: 'Requêtes',
  lastRequest: 'Dernière requête',
}
