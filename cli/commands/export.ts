import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { type Client, downloadFlight, type Flight, listFlights, NotFoundError } from '../../sdk/index.ts'
import { writeWhole } from '../../sdk/node/write-whole.ts'
import { openAccount } from '../account/account.ts'
import {
  type Command,
  exitCodes,
  type Invocation,
  readNumber,
  type Terminal,
  UsageError,
} from '../command.ts'
import { requireFree } from '../files/free.ts'
import { toFlightFileName } from '../files/name.ts'
import { inParallel } from '../parallel.ts'
import { showProgress } from '../terminal/progress.ts'

const PARALLEL = 4
const formats = ['zip', 'igc', 'json'] as const
type Format = (typeof formats)[number]

export const exportFlights: Command = {
  about: 'Exports your whole logbook: an archive, a folder of IGC files, or JSON.',
  words: '[--to FILE|FOLDER] [--season YEAR] [--format zip|igc|json]',
  options: {
    to: {
      type: 'string',
      value: 'PATH',
      about: 'where to; tells the format, too: x.zip, x.json, x',
      completes: 'files',
    },
    season: { type: 'string', value: 'YEAR', about: 'of this season only' },
    format: {
      type: 'string',
      value: 'FORMAT',
      about: 'zip (the default): files and what is known of them; igc: a folder of files; json',
      completes: formats,
    },
    force: { type: 'boolean', about: 'replace a file that is there' },
  },
  examples: [
    'cloudstreet export',
    'cloudstreet export --season 2026 --to ~/flights-2026.zip',
    'cloudstreet export --to ~/flights --format igc',
    'cloudstreet export --to flights.json',
  ],
  async run(given, terminal) {
    const season = given.text('season') === undefined ? undefined : readNumber(given, 'season', 0)
    const { format, to } = readTarget(given, season)
    if (format !== 'igc' && !given.isSet('force')) await requireFree(to)
    const { client } = await openAccount(terminal.say)
    const flights: Flight[] = []
    const filter = season === undefined ? {} : { season }
    for await (const flight of listFlights(client, filter, { signal: terminal.signal })) flights.push(flight)
    const exporting = { client, flights, terminal }
    terminal.print(`${to}: ${await exporters[format](exporting, to)}`)
    return exitCodes.done
  },
}

interface Exporting {
  client: Client
  flights: Flight[]
  terminal: Terminal
}

/** Each says what it has done. */
const exporters: Record<Format, (exporting: Exporting, to: string) => Promise<string>> = {
  json: async ({ flights }, to) => {
    await writeWhole(to, `${JSON.stringify(flights, null, 2)}\n`)
    return `${flights.length} flights`
  },
  igc: async (exporting, to) => describe(await gather(exporting, to)),
  zip: exportZip,
}

function readTarget(given: Invocation, season: number | undefined): { format: Format; to: string } {
  const to = given.text('to')
  const asked = given.text('format')
  const byName: Record<string, Format> = { '.zip': 'zip', '.json': 'json' }
  const meant = to === undefined ? 'zip' : (byName[extname(to).toLowerCase()] ?? 'igc')
  const format = formats.find((known) => known === (asked ?? meant))
  if (!format) throw new UsageError(`--format must be zip, igc or json, not "${asked}".`)
  const name = `cloudstreet-flights${season === undefined ? '' : `-${season}`}`
  return { format, to: to ?? (format === 'igc' ? name : `${name}.${format}`) }
}

const nameOf = ({ flight_date, id }: Flight) => toFlightFileName(`${flight_date}-${id}.igc`, 'flight')

interface Gathered {
  flights: Flight[]
  /** From an earlier run that was ended, or in a folder that is brought up to date. */
  wereThere: number
}

function describe({ flights, wereThere }: Gathered): string {
  return `${flights.length} flights${wereThere === 0 ? '' : `, ${wereThere} of them were there already`}`
}

/** A file with the right content is not fetched again: after any interruption the next run goes on. */
async function gather({ client, flights, terminal }: Exporting, folder: string): Promise<Gathered> {
  const gathered: Gathered = { flights: [], wereThere: 0 }
  const progress = showProgress(terminal, () => ({
    done: gathered.flights.length,
    all: flights.length,
  }))
  try {
    await inParallel(PARALLEL, flights, async (flight) => {
      const path = join(folder, nameOf(flight))
      const isThere = (await hashOf(path)) === flight.hash
      const bytes = isThere ? undefined : await fetchFile(client, flight, terminal.signal)
      if (!isThere && !bytes) return
      if (bytes) await writeWhole(path, bytes)
      gathered.flights.push(flight)
      if (isThere) gathered.wereThere += 1
    })
  } finally {
    progress.stop()
  }
  return gathered
}

async function hashOf(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch(() => undefined)
  return bytes && createHash('sha256').update(bytes).digest('hex')
}

/** Undefined when the flight was deleted since it was listed. */
async function fetchFile(client: Client, flight: Flight, signal: AbortSignal) {
  try {
    const bytes = await downloadFlight(client, flight.id, { signal })
    if (createHash('sha256').update(bytes).digest('hex') === flight.hash) return bytes
    throw new Error(`The file of ${flight.id} was damaged on its way; try again.`)
  } catch (error) {
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}

/** Gathered in a folder next to it, packed when all is there: an archive of that name is whole. */
async function exportZip(exporting: Exporting, to: string): Promise<string> {
  const folder = `${resolve(to)}.part`
  const gathered = await gather(exporting, folder)
  const draft = join(folder, 'all.zip')
  await mkdir(folder, { recursive: true })
  await pack(gathered.flights, folder, draft)
  await rename(draft, to)
  await rm(folder, { recursive: true })
  return describe(gathered)
}

/** Laid out as the account's own export, which an import takes. */
async function pack(flights: readonly Flight[], folder: string, path: string): Promise<void> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  for (const flight of flights.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))) {
    const options = { mtime: new Date(flight.date_created), mode: 0o100644 }
    const name = nameOf(flight)
    zip.addFile(join(folder, name), `flights/${name}`, options)
    const known = Buffer.from(JSON.stringify(flight, null, 2))
    zip.addBuffer(known, `flights/${name.replace(/igc$/, 'json')}`, options)
  }
  zip.end()
  await pipeline(output, createWriteStream(path, { flush: true }))
}
