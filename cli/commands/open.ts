import { getFlight } from '../../sdk/index.ts'
import { findBaseUrl, openAccount } from '../account/account.ts'
import { type Command, exitCodes, type Terminal, UsageError } from '../command.ts'
import { openInBrowser } from '../terminal/browser.ts'

/** The dashboard's pages by short names. */
const pages: Record<string, string> = {
  logbook: '/app/logbook',
  upload: '/app/upload',
  keys: '/app/developers/keys',
  applications: '/app/developers/applications',
  webhooks: '/app/developers/webhooks',
  usage: '/app/developers/usage',
  account: '/app/settings',
  devices: '/app/upload/automatic',
  docs: '/docs',
}

export const open: Command = {
  about: 'Opens a flight or a page of the dashboard in the browser.',
  words: `[FLIGHT|${Object.keys(pages).join('|')}]`,
  completes: Object.keys(pages),
  options: { print: { type: 'boolean', about: 'print the address instead' } },
  examples: [
    'cloudstreet open',
    'cloudstreet open 68f0a1b2c3d4e5f6a7b8c9d0',
    'cloudstreet open webhooks --print',
  ],
  async run(given, terminal) {
    const { print, say } = terminal
    const [what = 'logbook', another] = given.words
    if (another !== undefined) throw new UsageError('One flight or page at a time.')
    const address = new URL(await findPath(what, terminal), await findBaseUrl()).href
    if (given.isSet('print')) print(address)
    else if (await openInBrowser(address)) say(`Opened ${address}`)
    else print(address)
    return exitCodes.done
  },
}

async function findPath(what: string, terminal: Terminal): Promise<string> {
  if (Object.hasOwn(pages, what)) return pages[what] ?? ''
  if (/^[0-9a-f]{24}$/.test(what)) return `/app/flights/${what}`
  if (!/^[0-9a-f]{64}$/.test(what)) throw new UsageError(`"${what}" is neither a flight nor a page.`)
  const { client } = await openAccount(terminal.say, { maxAttempts: 3 })
  return `/app/flights/${encodeURIComponent((await getFlight(client, what, { signal: terminal.signal })).id)}`
}
