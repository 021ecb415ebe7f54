import {
  apiKey,
  createClient,
  getProfile,
  InsufficientScopeError,
  memoryStore,
  storedTokens,
} from '../../sdk/index.ts'
import { keepAccount } from '../account/account.ts'
import { findProgram } from '../account/client-id.ts'
import { secretFile } from '../account/places.ts'
import { type Command, exitCodes, type Invocation, type Terminal, UsageError } from '../command.ts'
import { signInByPhone } from '../phone.ts'

const SCOPES = ['flights:read', 'flights:write', 'profile:read']
/** For rankings; asked for where the service says that this program may. */
const CLUBS_SCOPE = 'clubs:read'

export const login: Command = {
  about: 'Signs you in, on a phone or with a personal key.',
  words: '--url URL [--key KEY]',
  options: {
    url: { type: 'string', value: 'URL', about: 'where your Cloudstreet is; or CLOUDSTREET_URL' },
    'client-id': {
      type: 'string',
      value: 'ID',
      about: 'another application than the one of this program; or CLOUDSTREET_CLIENT_ID',
    },
    key: { type: 'string', value: 'KEY', about: 'a personal key instead; - reads it from standard input' },
  },
  examples: [
    'cloudstreet login --url https://cloudstreet.example',
    'cloudstreet login --url https://cloudstreet.example --key - < key.txt',
  ],
  async run(given, terminal) {
    const baseUrl = requireUrl(given)
    const key = given.text('key')
    const place =
      key === undefined
        ? await loginByDevice(baseUrl, await readProgram(given, baseUrl, terminal), terminal)
        : await loginByKey(baseUrl, key === '-' ? await readInput() : key, terminal)
    terminal.say(
      place === 'keychain'
        ? 'The credential is in the keychain of your system.'
        : `There is no keychain: the credential is in ${secretFile()}, which only you can read.`,
    )
    return exitCodes.done
  },
}

function requireUrl(given: Invocation): string {
  const text = given.text('url') ?? process.env.CLOUDSTREET_URL
  if (!text) throw new UsageError('--url is missing: where is your Cloudstreet?')
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new UsageError(`--url must be a web address, not "${text}".`)
  return text
}

type Program = NonNullable<Awaited<ReturnType<typeof findProgram>>>

async function readProgram(given: Invocation, baseUrl: string, { signal }: Terminal): Promise<Program> {
  const own = given.text('client-id') || process.env.CLOUDSTREET_CLIENT_ID
  const program = own ? { clientId: own, scopes: SCOPES } : await findProgram(baseUrl, signal)
  if (program) return program
  throw new UsageError(
    `${baseUrl} does not know this program: use a personal key with --key, or --client-id with an id from its operator.`,
  )
}

async function loginByKey(baseUrl: string, key: string, terminal: Terminal) {
  await greet(createClient({ baseUrl, credential: apiKey(key) }), terminal)
  return keepAccount({ baseUrl }, key)
}

async function loginByDevice(baseUrl: string, { clientId, scopes }: Program, terminal: Terminal) {
  const application = { baseUrl, clientId, store: memoryStore() }
  const asked = scopes.includes(CLUBS_SCOPE) ? [...SCOPES, CLUBS_SCOPE] : SCOPES
  await signInByPhone(application, asked.join(' '), terminal)
  await greet(createClient({ baseUrl, credential: storedTokens(application) }), terminal)
  return keepAccount({ baseUrl, clientId }, JSON.stringify(await application.store.load()))
}

/** Proves that the credential works before it is kept. */
async function greet(client: Parameters<typeof getProfile>[0], terminal: Terminal): Promise<void> {
  try {
    const { name, id } = await getProfile(client, { signal: terminal.signal })
    terminal.print(`Signed in as ${name ?? id}.`)
  } catch (error) {
    // A key need not have profile:read.
    if (!(error instanceof InsufficientScopeError)) throw error
    terminal.print('Signed in.')
  }
}

async function readInput(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin) text += String(chunk)
  return text.trim()
}
