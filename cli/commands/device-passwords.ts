import {
  type Client,
  createClient,
  type Device,
  memoryStore,
  signOut,
  storedTokens,
} from '../../sdk/index.ts'
import { addDevice, listDevices, removeDevice } from '../../sdk/node/index.ts'
import { findBaseUrl } from '../account/account.ts'
import { findClientId } from '../account/client-id.ts'
import { type Command, exitCodes, type Invocation, type Terminal, UsageError } from '../command.ts'
import { signInByPhone } from '../phone.ts'

const SCOPE = 'devices:manage'

type Act = (client: Client, word: string, terminal: Terminal, isJson: boolean) => Promise<void>

export const devicePasswords: Command = {
  about: 'Passwords of instruments, which upload and do nothing else. You sign in for each command.',
  words: 'list | create NAME | revoke ID',
  completes: ['list', 'create', 'revoke'],
  options: { json: { type: 'boolean', about: 'as JSON' } },
  examples: [
    'cloudstreet device-passwords create "Test bench"',
    'cloudstreet device-passwords list',
    'cloudstreet device-passwords revoke 68f0a1b2c3d4e5f6a7b8c9d0',
  ],
  async run(given, terminal) {
    const { act, word } = readWords(given)
    await withFreshSignIn(terminal, (client) => act(client, word, terminal, given.isSet('json')))
    return exitCodes.done
  },
}

function readWords({ words: [name = '', word = '', another] }: Invocation): { act: Act; word: string } {
  const found = acts.get(name)
  if (!found || another !== undefined) throw new UsageError('One of: list, create NAME, revoke ID.')
  if (found.needs !== undefined && word.trim() === '') throw new UsageError(found.needs)
  return { act: found.act, word }
}

const acts = new Map<string, { act: Act; needs?: string }>([
  ['list', { act: list }],
  ['create', { act: create, needs: 'What is the device called? create "Test bench"' }],
  ['revoke', { act: revoke, needs: 'Which device? Its id is in cloudstreet device-passwords list.' }],
])

/** For this command alone: the token is never stored, and ended right after. */
async function withFreshSignIn(terminal: Terminal, work: (client: Client) => Promise<void>): Promise<void> {
  const baseUrl = await findBaseUrl()
  const clientId = await findClientId(baseUrl, terminal.signal)
  if (!clientId) throw new Error(`${baseUrl} does not know this program: use its page Account › Instruments.`)
  const application = { baseUrl, clientId, store: memoryStore() }
  await signInByPhone(application, SCOPE, terminal)
  try {
    await work(createClient({ baseUrl, credential: storedTokens(application) }))
  } finally {
    await signOut(application)
  }
}

async function list(client: Client, _word: string, { print, signal }: Terminal, isJson: boolean) {
  const devices = await listDevices(client, { signal }).all()
  if (isJson) return print(JSON.stringify(devices))
  for (const device of devices) print(describe(device))
}

function describe({ id, login, name, revokedAt, lastUsedAt }: Device): string {
  const use = revokedAt ? 'revoked' : lastUsedAt ? `last used ${lastUsedAt.slice(0, 10)}` : 'never used'
  return `${id}  ${login}  ${use}  ${name}`
}

async function create(client: Client, name: string, terminal: Terminal, isJson: boolean) {
  const device = await addDevice(client, { name }, { signal: terminal.signal })
  if (isJson) return terminal.print(JSON.stringify(device))
  terminal.print(`${device.login} ${device.password}`)
  terminal.say('The password is shown only now.')
}

async function revoke(client: Client, id: string, { print, signal }: Terminal, isJson: boolean) {
  await removeDevice(client, id, { signal })
  print(isJson ? JSON.stringify({ id, revoked: true }) : 'Revoked: the password no longer works.')
}
