// Where the credential lies: in the system's keychain where there is one, else in a file that only its owner reads.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
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

export const secretFile = join(configFolder, 'secret')

export const filePlace: SecretPlace = {
  name: 'file',
  read: () => readText(secretFile),
  write: (secret) => (secret === undefined ? rm(secretFile, { force: true }) : writeText(secretFile, secret)),
}

interface Keychain {
  read: string[]
  /** The secret goes to standard input: arguments show in the list of processes. */
  write: string[]
  remove: string[]
}

const LABEL = ['service', 'cloudstreet', 'account', 'cli']
/** libsecret's tool: GNOME, KDE and others have a keyring behind it. */
const keychain: Keychain = {
  read: ['secret-tool', 'lookup', ...LABEL],
  write: ['secret-tool', 'store', '--label=Cloudstreet', ...LABEL],
  remove: ['secret-tool', 'clear', ...LABEL],
}

export const keychainPlace: SecretPlace = {
  name: 'keychain',
  read: async () => {
    const { output } = await runTool(keychain.read)
    return output === '' ? undefined : output
  },
  write: async (secret) => {
    const { code, error } = await runTool(secret === undefined ? keychain.remove : keychain.write, secret)
    if (secret !== undefined && code !== 0)
      throw new Error(`The keychain refused the credential: ${error.trim()}`)
  },
}

async function runTool([command = '', ...args]: string[], input = '') {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] })
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
  }
}
