// The signed-in account: whose it is, where, and by which credential.
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
import { createPatience, type Say } from './away.ts'
import { fileLock } from '../../sdk/node/index.ts'
import {
  configFolder,
  filePlace,
  isDefaultProfile,
  keychainPlace,
  profileFolder,
  readText,
  type SecretPlace,
  writeText,
} from './places.ts'

/** Not secret. */
export interface Account {
  /** New at each sign-in: uploads under another are not known here. */
  id: string
  baseUrl: string
  /** The application's, when the pilot has signed in by it; else there is a key. */
  clientId?: string
  place: SecretPlace['name']
}

const accountFile = () => join(profileFolder(), 'account.json')

const places = { keychain: keychainPlace, file: filePlace }

export interface Signed {
  client: Client
  account: Account
}

/** A limit that has been reached is waited for. */
const MAX_ATTEMPTS = 30
const MAX_WAIT_MS = 120_000
/** A server that restarts is away for less. */
export const MAX_AWAY_MS = 60_000

export interface AccountOptions {
  maxAttempts?: number
  /** How long a service that cannot be reached is waited for; a minute by default. */
  maxAwayMs?: number
}

/**
 * The account of the profile; or, without a profile, `CLOUDSTREET_KEY`, at `CLOUDSTREET_URL` or where somebody has signed in. Never any
 * other.
 */
export async function openAccount(say: Say, options: AccountOptions = {}): Promise<Signed> {
  const { CLOUDSTREET_URL: url, CLOUDSTREET_KEY: key } = process.env
  const account = await findAccount()
  // A profile is named on purpose: the environment does not stand in for it.
  if (key && isDefaultProfile()) {
    const baseUrl = url || account?.baseUrl
    if (!baseUrl)
      throw new ReauthorizationRequiredError(
        'signed-out',
        'CLOUDSTREET_KEY is set, and CLOUDSTREET_URL is not: where is your Cloudstreet?',
      )
    const id = createHash('sha256').update(`${baseUrl}\n${key}`).digest('hex').slice(0, 24)
    return toSigned({ id, baseUrl, place: 'file' }, apiKey(key), say, options)
  }
  if (url && account && !isSamePlace(url, account.baseUrl))
    throw new ReauthorizationRequiredError(
      'signed-out',
      `You are signed in at ${account.baseUrl}, and CLOUDSTREET_URL is ${url}.`,
    )
  if (!account) throw new ReauthorizationRequiredError('signed-out', 'You are not signed in.')
  if (account.clientId !== undefined) {
    const credential = storedTokens(toApplication(account, account.clientId))
    return toSigned(account, credential, say, options)
  }
  const secret = await places[account.place].read()
  if (secret === undefined) throw new ReauthorizationRequiredError('signed-out', 'The credential is gone.')
  return toSigned(account, apiKey(secret), say, options)
}

function isSamePlace(one: string, other: string): boolean {
  return URL.canParse(one) && new URL(one).href === new URL(other).href
}

function toSigned(
  account: Account,
  credential: Credential,
  say: Say,
  { maxAttempts = MAX_ATTEMPTS, maxAwayMs = MAX_AWAY_MS }: AccountOptions,
): Signed {
  const { baseUrl } = account
  const patience = createPatience(baseUrl, say, maxAwayMs)
  const client = createClient({ baseUrl, credential, maxAttempts, maxWaitMs: MAX_WAIT_MS, ...patience })
  return { client, account }
}

export async function findAccount(): Promise<Account | undefined> {
  const text = await readText(accountFile())
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

/** Many processes of this program share the tokens: uploads by hand while another watches. */
function toStore(place: SecretPlace): TokenStore {
  const folder = profileFolder()
  const lock = fileLock(join(folder, 'secret.lock'))
  return {
    load: async () => {
      const text = await place.read()
      return text === undefined ? undefined : (JSON.parse(text) as StoredTokens)
    },
    save: (tokens) => place.write(tokens && JSON.stringify(tokens)),
    lock: async (work) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
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
  await writeText(accountFile(), `${JSON.stringify({ id: randomUUID(), ...account, place })}\n`)
  return place
}

async function keepSecret(secret: string): Promise<SecretPlace['name']> {
  try {
    await keychainPlace.write(secret)
    return 'keychain'
  } catch {
    // No keychain on this system, or it is locked.
  }
  await filePlace.write(secret)
  return 'file'
}

export async function forgetAccount(account: Account): Promise<void> {
  await places[account.place].write(undefined)
  await rm(accountFile(), { force: true })
  // A named profile goes with its account.
  if (profileFolder() !== configFolder) await rm(profileFolder(), { recursive: true, force: true })
}
