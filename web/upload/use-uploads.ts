// Uploads files: each is checked here, sent, and its outcome kept for the page to show. They go on, and are still listed,
// while the user checks another page of the dashboard.
import { texts } from '../language/texts.ts'
import { useEffect, useState } from 'preact/hooks'
import { type Problem, uploadFile } from '../parts/api.ts'
import { formatDay, formatWhole } from '../parts/format.ts'
import { keepUnsent, takeUnsent, type Unsent } from '../parts/files/unsent-files.ts'
import { forgetFlights } from '../parts/load.ts'
import { navigate } from '../parts/router.ts'
import { lookAtImports } from './use-imports.ts'

export type State =
  | 'waiting'
  | 'reading'
  | 'sending'
  | 'scoring'
  | 'new'
  | 'duplicate'
  | 'refused'
  | 'failed'
  /** Sent by itself once there is a network. */
  | 'queued'

export interface Entry {
  key: number
  file: File
  state: State
  /** How much has been sent, from 0 to 1. */
  share: number
  message?: string
  hint?: string
  /** Refused for want of a date alone. */
  lacksDate?: boolean
  /** Chosen by the pilot for a file that names none: 2026-05-17. */
  flightDate?: string
  flightId?: string
  /** The sample flight: its page is what it is for. */
  opensWhenStored?: boolean
}

/** The server scores on few threads. */
const MAX_CONCURRENT_UPLOADS = 2
const lanes = Array.from({ length: MAX_CONCURRENT_UPLOADS }, () => Promise.resolve())

let entries: Entry[] = []
/** Of each, until the service has it. */
const kept = new Map<number, Promise<Unsent>>()
/** Some networks come back without a word. */
const TRY_AGAIN_MS = 30_000
let timer: ReturnType<typeof setTimeout> | undefined
let nextKey = 0
const redraws = new Set<() => void>()

export function isDone(state: State): boolean {
  return ['new', 'duplicate', 'refused', 'failed', 'queued'].includes(state)
}

export function useUploads() {
  const [, count] = useState(0)
  useEffect(() => {
    const redraw = () => count((times) => times + 1)
    redraws.add(redraw)
    return () => void redraws.delete(redraw)
  }, [])
  return { entries, add, retry }
}

function add(files: File[], { opensWhenStored = false } = {}): void {
  for (const file of files) start(file, keepUnsent(file), opensWhenStored)
}

function start(file: File, unsent: Promise<Unsent>, opensWhenStored = false): void {
  const entry: Entry = { key: nextKey++, file, state: 'waiting', share: 0, opensWhenStored }
  show([...entries, entry])
  kept.set(entry.key, unsent)
  enqueue(entry)
}

/** Files of this account that no tab is sending. */
export function resume(): void {
  takeUnsent((file, unsent) => start(file, Promise.resolve(unsent))).catch(() => undefined)
}

addEventListener('online', () => {
  sendQueued()
  resume()
})

function sendQueued(): void {
  clearTimeout(timer)
  for (const entry of entries) if (entry.state === 'queued') retry(entry)
}

function retry(entry: Entry, flightDate = entry.flightDate): void {
  const again: Entry = { key: entry.key, file: entry.file, state: 'waiting', share: 0 }
  if (flightDate !== undefined) again.flightDate = flightDate
  show(entries.map((other) => (other.key === entry.key ? again : other)))
  enqueue(again)
}

function enqueue(entry: Entry): void {
  const lane = entry.key % MAX_CONCURRENT_UPLOADS
  lanes[lane] = (lanes[lane] ?? Promise.resolve()).then(() => processFile(entry)).then(() => settle(entry))
}

/** Failed uploads are kept: they are sent again after a reload, and those that wait for the network once there is one. */
async function settle({ key }: Entry): Promise<void> {
  const state = entries.find((entry) => entry.key === key)?.state
  if (state === 'failed' || state === 'queued') return
  const unsent = await kept.get(key)
  kept.delete(key)
  await unsent?.forget()
}

/** A file that cannot be kept is not promised to be sent. */
async function queue(entry: Entry, { message }: Problem): Promise<Partial<Entry>> {
  const unsent = await kept.get(entry.key)
  if (!unsent?.isKept) return { state: 'failed', message, hint: '' }
  clearTimeout(timer)
  timer = setTimeout(sendQueued, TRY_AGAIN_MS)
  return { state: 'queued', share: 0, message: texts.upload.sentLater, hint: '' }
}

function change({ key }: Entry, part: Partial<Entry>): void {
  show(entries.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)))
}

function show(next: Entry[]): void {
  entries = next
  const isBusy = entries.some(({ state }) => !isDone(state))
  if (isBusy) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
  for (const redraw of redraws) redraw()
}

/** A closed tab sends nothing. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

async function processFile(entry: Entry): Promise<void> {
  const tell = (part: Partial<Entry>) => change(entry, part)
  if (await isZip(entry.file)) return sendArchive(entry, tell)
  tell({ state: 'reading' })
  const { checkFile } = await import('./check-file.ts')
  const { flightDate } = entry
  const checked = await checkFile(entry.file, flightDate)
  if (checked.holdsSeveral) return sendArchive(entry, tell)
  if (checked.refusal) return tell({ state: 'refused', ...checked.refusal })
  const date = flightDate ?? checked.date
  tell({
    state: 'sending',
    message: `${texts.upload.fixes(formatWhole(checked.fixes))}${date ? `, ${formatDay(date)}` : ''}`,
  })
  try {
    const options = flightDate === undefined ? {} : { flight_date: flightDate }
    const { data } = await uploadFile('/flights/upload', entry.file, options, (share) =>
      tell(share < 1 ? { share } : { share, state: 'scoring' }),
    )
    forgetFlights()
    const { id, isNew } = data
    tell({ state: isNew ? 'new' : 'duplicate', flightId: id, message: '' })
    if (entry.opensWhenStored && location.pathname === '/app/upload') navigate(`/app/flights/${id}`)
  } catch (error) {
    const { status, retryAfterSeconds } = error as Problem
    if (status === 0) return tell(await queue(entry, error as Problem))
    if (retryAfterSeconds === undefined) return tell(explain(error as Problem))
    // Many files at once use up the budget of a minute; the others wait for the next.
    tell({ state: 'waiting', share: 0, message: texts.upload.tooMany(retryAfterSeconds) })
    await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1000))
    tell({ message: '' })
    await processFile(entry)
  }
}

function explain({ status, message }: Problem): Partial<Entry> {
  return { state: status === 400 || status === 413 ? 'refused' : 'failed', message, hint: '' }
}

/** By its first bytes, whatever its name. */
async function isZip(file: File): Promise<boolean> {
  const [p, k, third] = new Uint8Array(await file.slice(0, 3).arrayBuffer())
  return p === 0x50 && k === 0x4b && (third === 3 || third === 5)
}

/** Once the server has it, it is an import, which is shown by itself. */
async function sendArchive(entry: Entry, tell: (part: Partial<Entry>) => void): Promise<void> {
  tell({ state: 'sending' })
  try {
    await uploadFile('/flights/import', entry.file, {}, (share) =>
      tell(share < 1 ? { share } : { share, state: 'reading' }),
    )
    await lookAtImports()
    show(entries.filter(({ key }) => key !== entry.key))
  } catch (error) {
    const problem = error as Problem
    tell(problem.status === 0 ? await queue(entry, problem) : explain(problem))
  }
}
