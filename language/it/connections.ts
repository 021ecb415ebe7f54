import type { connections as English } from '../en/connections.ts'
import { plural } from '../plural.ts'

export const connections: typeof English = {
  title: 'App collegate',
  intro: 'Le app che possono agire per te, e che cosa hanno fatto negli ultimi 90 giorni.',
  none: 'Nessuna app collegata',
  noneWhat:
    'Le app a cui permetti di vedere o caricare i tuoi voli restano elencate qui finché non le scolleghi.',
  disconnect: 'Scollega',
  disconnectQuestion: (name) => `Scollegare ${name}?`,
  disconnectWhat:
    'Perde subito l’accesso e non viene più avvisata dei tuoi voli. Potrai collegarla di nuovo più avanti.',
  replayed:
    'Un token è stato usato due volte: forse è stato rubato. Ogni accesso che dava è stato revocato; collega di nuovo l’app solo se ti fidi:',
  incidentFrom: (name, when, address) => `${name}, ${when} da ${address}`,
  notified: (webhooks) =>
    `${plural(webhooks, 'Il suo webhook viene avvisato', `I suoi ${webhooks} webhook vengono avvisati`)} dei tuoi voli.`,
  stillNotified: (webhooks) =>
    `${plural(webhooks, 'Il suo webhook viene ancora avvisato', `I suoi ${webhooks} webhook vengono ancora avvisati`)} dei tuoi voli.`,
  noToken:
    'Ora non ha un token, ma può ottenerne uno nuovo senza chiedertelo di nuovo. Scollegala per impedirlo.',
  by: (owner) => `Di ${owner}.`,
  selfRegistered: 'Si è registrata da sé; nessuno ne ha controllato il nome.',
  describesItself: (address) => `Non registrata qui; si descrive da sé su ${address}.`,
  connectedAndUsed: (date, when) => `Collegata il ${date}, ultimo uso ${when}`,
  connectedNeverUsed: (date) => `Collegata il ${date}, mai usata`,
  returnsTo: (addresses) => `Ti riporta a ${addresses}.`,
  yourKeys: 'Le tue chiavi personali',
  requestsOf: (name) => `Richieste: ${name}`,
  noRequests: 'Nessuna richiesta negli ultimi 90 giorni.',
  day: 'Giorno',
  key: 'Chiave',
  access: 'Accesso',
  requests: 'Richieste',
  lastRequest: 'Ultima richiesta',
}
