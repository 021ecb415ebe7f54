// Who is signed in, where, and with what.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  apiKey,
  type Application,
  type Client,
  createClient,
  type Credential,
  ReauthorizationRequiredError,
  type StoredTokens,
  storedTokens,
  type TokenStore,
} from '../../sdk/index.ts'
import { fetchByHttp } from './http.ts'
import { fileLock } from '../../sdk/node/index.ts'
import { configFolder, filePlace, keychainPlace, readText, type SecretPlace, writeText } from './places.ts'

/** Not secret. */
export interface Account {
  /** Made anew at each sign-in: what was sent under another is not known here. */
  id: string
  baseUrl: string
  /** Of the application, when the pilot has signed in by it; else there is a key. */
  clientId?: string
  place: SecretPlace['name']
}

const accountFile = join(configFolder, 'account.json')
const lock = fileLock(join(configFolder, 'secret.lock'))

const places = { keychain: keychainPlace, file: filePlace }

export interface Signed {
  client: Client
  account: Account
}

/** Patient: a server that restarts and a limit that has been reached are waited for. */
const patience = { maxAttempts: 30, maxWaitMs: 120_000 }

/** `CLOUDSTREET_URL` and `CLOUDSTREET_KEY`, or who has signed in. */
export async function openAccount(options: { maxAttempts?: number } = {}): Promise<Signed> {
  const { CLOUDSTREET_URL: url, CLOUDSTREET_KEY: key } = process.env
  if (url && key) {
    const id = createHash('sha256').update(`${url}\n${key}`).digest('hex').slice(0, 24)
    return toSigned({ id, baseUrl: url, place: 'file' }, apiKey(key), options)
  }
  const account = await findAccount()
  if (!account) throw new ReauthorizationRequiredError('signed-out', 'You are not signed in.')
  if (account.clientId !== undefined) {
    const credential = storedTokens(toApplication(account, account.clientId))
    return toSigned(account, credential, options)
  }
  const secret = await places[account.place].read()
  if (secret === undefined) throw new ReauthorizationRequiredError('signed-out', 'The credential is gone.')
  return toSigned(account, apiKey(secret), options)
}

function toSigned(account: Account, credential: Credential, options: object): Signed {
  const { baseUrl } = account
  return {
    client: createClient({ baseUrl, credential, fetch: fetchByHttp, ...patience, ...options }),
    account,
  }
}

export async function findAccount(): Promise<Account | undefined> {
  const text = await readText(accountFile)
  return text === undefined ? undefined : (JSON.parse(text) as Account)
}

/** Where it is; no credential is needed for that. */
export async function findBaseUrl(): Promise<string> {
  const url = process.env.CLOUDSTREET_URL || (await findAccount())?.baseUrl
  if (url) return url
  throw new ReauthorizationRequiredError('signed-out', 'You are not signed in.')
}

export function toApplication(account: Pick<Account, 'baseUrl' | 'place'>, clientId: string): Application {
  return { baseUrl: account.baseUrl, clientId, store: toStore(places[account.place]) }
}

/** Many processes of this program share the tokens: uploads by hand beside one that watches. */
function toStore(place: SecretPlace): TokenStore {
  return {
    load: async () => {
      const text = await place.read()
      return text === undefined ? undefined : (JSON.parse(text) as StoredTokens)
    },
    save: (tokens) => place.write(tokens && JSON.stringify(tokens)),
    lock: async (work) => {
      await mkdir(configFolder, { recursive: true, mode: 0o700 })
      return lock.run(work)
    },
  }
}

/** Keeps the secret and who it belongs to; says where it went. */
export async function keepAccount(
  account: Omit<Account, 'id' | 'place'>,
  secret: string,
): Promise<SecretPlace['name']> {
  const place = await keepSecret(secret)
  await writeText(accountFile, `${JSON.stringify({ id: randomUUID(), ...account, place })}\n`)
  return place
}

async function keepSecret(secret: string): Promise<SecretPlace['name']> {
  try {
    await keychainPlace.write(secret)
    return 'keychain'
  } catch {
    // No keychain on this system, or nobody has unlocked it.
  }
  await filePlace.write(secret)
  return 'file'
}

export async function forgetAccount(account: Account): Promise<void> {
  await places[account.place].write(undefined)
  await rm(accountFile, { force: true })
}
