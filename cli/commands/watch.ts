import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../../sdk/index.ts'
import { openAccount } from '../account/account.ts'
import { stateFolder } from '../account/places.ts'
import { type Command, exitCodes, readSeconds, type Terminal, UsageError } from '../command.ts'
import { type Outcome, toExitCode } from '../outcome.ts'
import { Finder, type FoundFlight, listVolumes } from '../watch/finder.ts'
import { type Note, Spool } from '../watch/spool.ts'
import { uploadOne } from './upload.ts'

const LOOK_MS = 2000
/** Between the two looks of --once: a file that is being written is told from one that is not. */
const SETTLE_MS = 500
const MIN_BACK_OFF_MS = 2000
const MAX_BACK_OFF_MS = 5 * 60_000

export const watch: Command = {
  about: 'Uploads flights as they appear: in folders, and on sticks that are plugged in.',
  words: '[FOLDER…] [--volumes]',
  completes: 'folders',
  options: {
    volumes: { type: 'boolean', about: 'also what is mounted later, such as a vario on USB' },
    every: { type: 'string', value: 'SECONDS', about: 'how often to look; every 2 seconds by default' },
    once: { type: 'boolean', about: 'what is there now, and end' },
    json: { type: 'boolean', about: 'one line of JSON for each file' },
  },
  examples: [
    'cloudstreet watch ~/flights',
    'cloudstreet watch --volumes',
    'cloudstreet watch /mnt/share --every 60',
    'cloudstreet watch ~/flights --once',
  ],
  async run(given, terminal) {
    if (given.words.length === 0 && !given.isSet('volumes'))
      throw new UsageError('Which folders? Or --volumes.')
    const { client, account } = await openAccount(terminal.say, { maxAttempts: 2, maxAwayMs: Infinity })
    const spool = new Spool(join(stateFolder, account.id))
    const lookMs = readSeconds(given, 'every', LOOK_MS)
    const watcher = new Watcher(client, spool, terminal, { isJson: given.isSet('json'), lookMs })
    const findFolders = async () => [...given.words, ...(given.isSet('volumes') ? await listVolumes() : [])]
    if (given.isSet('once')) return watcher.runOnce(findFolders)
    terminal.say('Watching. Ctrl-C ends it; what was found and not sent yet is sent the next time.')
    await watcher.run(findFolders)
    return exitCodes.done
  },
}

class Watcher {
  readonly #client: Client
  readonly #spool: Spool
  readonly #terminal: Terminal
  readonly #isJson: boolean
  readonly #lookMs: number
  readonly #finder: Finder
  readonly #outcomes: Outcome[] = []

  constructor(
    client: Client,
    spool: Spool,
    terminal: Terminal,
    options: { isJson: boolean; lookMs: number },
  ) {
    this.#client = client
    this.#spool = spool
    this.#terminal = terminal
    this.#isJson = options.isJson
    this.#lookMs = options.lookMs
    this.#finder = new Finder(terminal.say)
  }

  async runOnce(findFolders: () => Promise<string[]>): Promise<number> {
    const folders = await findFolders()
    await this.#look(folders)
    await sleep(SETTLE_MS, undefined, { signal: this.#terminal.signal })
    await this.#look(folders)
    await this.#send()
    return toExitCode(this.#outcomes)
  }

  /** Looks and sends side by side: a stick is copied at once, however slow the line. */
  async run(findFolders: () => Promise<string[]>): Promise<void> {
    const stop = new AbortController()
    const { signal } = stop
    const onTerminal = () => stop.abort(this.#terminal.signal.reason)
    if (this.#terminal.signal.aborted) onTerminal()
    this.#terminal.signal.addEventListener('abort', onTerminal, { once: true })
    const looking = async () => {
      for (;;) {
        await this.#look(await findFolders())
        await sleep(this.#lookMs, undefined, { signal })
      }
    }
    const sending = async () => {
      let backOffMs = MIN_BACK_OFF_MS
      for (;;) {
        const isSent = await this.#send()
        backOffMs = isSent ? MIN_BACK_OFF_MS : Math.min(MAX_BACK_OFF_MS, backOffMs * 2)
        await sleep(isSent ? this.#lookMs : backOffMs * (0.5 + Math.random() / 2), undefined, { signal })
      }
    }
    try {
      await Promise.all([looking(), sending()])
    } catch (error) {
      stop.abort()
      if (!this.#terminal.signal.aborted) throw error
    } finally {
      this.#terminal.signal.removeEventListener('abort', onTerminal)
    }
  }

  async #look(folders: readonly string[]): Promise<void> {
    for await (const flight of this.#finder.look(folders)) {
      this.#terminal.signal.throwIfAborted()
      try {
        if ((await this.#spool.isDone(flight.hash)) || (await this.#spool.isWaiting(flight.hash))) continue
        await this.#spool.add(flight.hash, flight.name, flight.bytes)
      } catch (error) {
        await this.#sendUncopied(flight, error as Error)
      }
    }
  }

  /** The disk is full: send it from where it is, and check it again when that fails. */
  async #sendUncopied(flight: FoundFlight, reason: Error): Promise<void> {
    this.#terminal.say(`${flight.path}: no copy can be kept (${reason.message}); sending it as it is.`)
    const { hash, name, bytes } = flight
    if (!(await this.#sendOne({ hash, name, read: async () => bytes }))) this.#finder.release(flight.path)
  }

  /** Whether nothing waits any more. */
  async #send(): Promise<boolean> {
    const waiting = (await this.#spool.list()).values()
    let isSent = true
    const worker = async () => {
      for (const flight of waiting) {
        // The line is down: the others would fail, too.
        if (!isSent) return
        if (!(await this.#sendOne(flight))) isSent = false
      }
    }
    await Promise.all([worker(), worker(), worker(), worker()])
    return isSent
  }

  async #sendOne(flight: { hash: string; name: string; read: () => Promise<Uint8Array> }): Promise<boolean> {
    const { signal, print } = this.#terminal
    const { hash, name, read } = flight
    const outcome = await uploadOne(
      this.#client,
      { label: name, name, read },
      // Sent again after a kill, it gets the answer that was lost.
      { signal, idempotencyKey: `cloudstreet-watch-${hash}` },
    )
    this.#outcomes.push(outcome)
    print(this.#isJson ? JSON.stringify(outcome) : describe(outcome))
    if (outcome.result === 'failed') return false
    const { result, message } = outcome
    await this.#keepNote(hash, { name, result, ...(message === undefined ? {} : { message }) })
    return true
  }

  async #keepNote(hash: string, note: Note): Promise<void> {
    try {
      await this.#spool.finish(hash, note)
    } catch (error) {
      this.#terminal.say(`${note.name}: sent, but no note can be kept (${(error as Error).message}).`)
    }
  }
}

function describe({ file, result, flight, message }: Outcome): string {
  const { score, type } = flight?.scoring ?? {}
  return `${file}: ${result}${score === undefined ? `, ${message}` : `, ${score.toFixed(2)} points (${type})`}`
}
