import type { connections as English } from '../en/connections.ts'
import { plural } from '../plural.ts'

export const connections: typeof English = {
  title: 'Verbundene Apps',
  intro: 'Apps, die für dich handeln dürfen, und was sie in den letzten 90 Tagen getan haben.',
  none: 'Keine verbundenen Apps',
  noneWhat:
    'Apps, denen du erlaubst, deine Flüge zu sehen oder hochzuladen, stehen hier, bis du sie trennst.',
  disconnect: 'Trennen',
  disconnectQuestion: (name) => `${name} trennen?`,
  disconnectWhat:
    'Sie verliert sofort den Zugriff und erfährt nichts mehr von deinen Flügen. Du kannst sie später wieder verbinden.',
  replayed:
    'Ein Token wurde zweimal verwendet; vielleicht wurde es gestohlen. Jeder Zugriff damit ist widerrufen; verbinde die App nur wieder, wenn du ihr vertraust:',
  incidentFrom: (name, when, address) => `${name}, ${when} von ${address}`,
  notified: (webhooks) =>
    `${plural(webhooks, 'Ihr Webhook erfährt', `Ihre ${webhooks} Webhooks erfahren`)} von deinen Flügen.`,
  stillNotified: (webhooks) =>
    `${plural(webhooks, 'Ihr Webhook erfährt', `Ihre ${webhooks} Webhooks erfahren`)} weiterhin von deinen Flügen.`,
  noToken:
    'Sie hat gerade kein Token, kann aber ein neues bekommen, ohne dich noch einmal zu fragen. Trenne sie, um das zu beenden.',
  by: (owner) => `Von ${owner}.`,
  selfRegistered: 'Sie hat sich selbst registriert; niemand hat ihren Namen geprüft.',
  describesItself: (address) => `Nicht hier registriert; sie beschreibt sich selbst unter ${address}.`,
  connectedAndUsed: (date, when) => `Verbunden am ${date}, zuletzt verwendet ${when}`,
  connectedNeverUsed: (date) => `Verbunden am ${date}, nie verwendet`,
  returnsTo: (addresses) => `Führt dich zurück zu ${addresses}.`,
  yourKeys: 'Deine persönlichen Schlüssel',
  requestsOf: (name) => `Anfragen: ${name}`,
  noRequests: 'Keine Anfragen in den letzten 90 Tagen.',
  day: 'Tag',
  key: 'Schlüssel',
  access: 'Zugriff',
  requests: 'Anfragen',
  lastRequest: 'Letzte Anfrage',
}
