// Keeps the credential in the system's keychain, or else in a file that only its owner can read.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

export interface SecretPlace {
  readonly name: 'keychain' | 'file'
  read(): Promise<string | undefined>
  /** Undefined removes it. */
  write(secret: string | undefined): Promise<void>
}

const environment = process.env

export const configFolder = join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'cloudstreet')
export const stateFolder = join(environment.XDG_STATE_HOME || join(homedir(), '.local/state'), 'cloudstreet')

let profile: string | undefined

/** For the accounts of this process; undefined: the one without a name. */
export function chooseProfile(name: string | undefined): void {
  profile = name
}

export const isDefaultProfile = (): boolean => profile === undefined
export const isProfileName = (name: string): boolean => /^[\w-]{1,40}$/.test(name)
const profilesFolder = join(configFolder, 'profiles')
export const profileFolder = (): string =>
  profile === undefined ? configFolder : join(profilesFolder, profile)

/** Each with an account; the one without a name is not among them. */
export async function listProfiles(): Promise<string[]> {
  return (await readdir(profilesFolder).catch(() => [])).filter(isProfileName).toSorted()
}

export async function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

/** A reader sees the old text or the new one. */
export async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true })
  await chmod(`${path}.new`, 0o600)
  await rename(`${path}.new`, path)
}

export const secretFile = (): string => join(profileFolder(), 'secret')

export const filePlace: SecretPlace = {
  name: 'file',
  read: () => readText(secretFile()),
  write: (secret) =>
    secret === undefined ? rm(secretFile(), { force: true }) : writeText(secretFile(), secret),
}

/** A program of the system that keeps secrets. The secret goes to standard input: arguments show in the list of processes. */
interface Keychain {
  read: string[]
  write: (secret: string) => { command: string[]; input: string }
  remove: string[]
}

const nameAccount = () => (profile === undefined ? 'cli' : `cli-${profile}`)

/** libsecret's tool: GNOME, KDE and others have a keyring behind it. */
function openSecretService(): Keychain {
  const label = ['service', 'cloudstreet', 'account', nameAccount()]
  return {
    read: ['secret-tool', 'lookup', ...label],
    write: (secret) => ({
      command: ['secret-tool', 'store', '--label=Cloudstreet', ...label],
      input: secret,
    }),
    remove: ['secret-tool', 'clear', ...label],
  }
}

/** With -i it takes commands from standard input; hexadecimal needs no quotes. */
function openMacos(): Keychain {
  const item = ['-s', 'cloudstreet', '-a', nameAccount()]
  return {
    read: ['security', 'find-generic-password', ...item, '-w'],
    write: (secret) => ({
      command: ['security', '-i'],
      input: `add-generic-password -U ${item.join(' ')} -l Cloudstreet -X ${Buffer.from(secret).toString('hex')}\n`,
    }),
    remove: ['security', 'delete-generic-password', ...item],
  }
}

const openKeychain = process.platform === 'darwin' ? openMacos : openSecretService

export const keychainPlace: SecretPlace = {
  name: 'keychain',
  read: async () => {
    const { code, output, error } = await runTool(openKeychain().read)
    // security ends it with a line feed; no secret of ours has one.
    if (output !== '') return output.trimEnd()
    // There is none: secret-tool is silent then, and security gives 44. Anything else is a keychain out of reach.
    if (error === '' || code === 44) return undefined
    throw new Error(`The keychain of your system does not answer: ${error.trim()}`)
  },
  write: async (secret) => {
    if (secret === undefined) {
      await runTool(openKeychain().remove)
      return
    }
    const { command, input } = openKeychain().write(secret)
    const { code, error } = await runTool(command, input)
    // security -i is content with itself whatever became of the command.
    if (code === 0 && (await keychainPlace.read()) === secret) return
    throw new Error(`The keychain refused the credential: ${error.trim()}`)
  },
}

/** Its owner may have to unlock it first. */
const PATIENCE_MS = 60_000

async function runTool([command = '', ...args]: string[], input = '') {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  const timer = setTimeout(() => child.kill(), PATIENCE_MS)
  let [output, error] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()))
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, output, error }
  } catch (reason) {
    return { code: null, output: '', error: String(reason) }
  } finally {
    clearTimeout(timer)
  }
}
