// Account, connected apps: what each may do, and what it did.
import { plural } from '../plural.ts'

export const connections = {
  title: 'Connected apps',
  intro: 'Apps that can act for you, and what they did in the last 90 days.',
  none: 'No connected apps',
  noneWhat: 'Apps that you allow to see or upload your flights are listed here until you disconnect them.',
  disconnect: 'Disconnect',
  disconnectQuestion: (name: string) => `Disconnect ${name}?`,
  disconnectWhat:
    'It loses access at once and is no longer notified of your flights. You can connect it again later.',
  replayed:
    'A token was used twice, which may mean that it was stolen. All access it gave has been revoked; connect the app again only if you trust it:',
  incidentFrom: (name: string, when: string, address: string) => `${name}, ${when} from ${address}`,
  notified: (webhooks: number) =>
    `${plural(webhooks, 'Its webhook is', `Its ${webhooks} webhooks are`)} notified of your flights.`,
  stillNotified: (webhooks: number) =>
    `${plural(webhooks, 'Its webhook is', `Its ${webhooks} webhooks are`)} still notified of your flights.`,
  noToken:
    'It holds no token now, but may get a new one without asking you again. Disconnect it to end that.',
  by: (owner: string) => `By ${owner}.`,
  selfRegistered: 'It has registered itself; its name is unchecked.',
  describesItself: (address: string) => `Not registered here; it describes itself at ${address}.`,
  connectedAndUsed: (date: string, when: string) => `Connected ${date}, last used ${when}`,
  connectedNeverUsed: (date: string) => `Connected ${date}, never used`,
  returnsTo: (addresses: string) => `Returns you to ${addresses}.`,
  yourKeys: 'Your personal keys',
  requestsOf: (name: string) => `Requests of ${name}`,
  noRequests: 'No requests in the last 90 days.',
  day: 'Day',
  key: 'Key',
  access: 'Access',
  requests: 'Requests',
  lastRequest: 'Last request',
}
