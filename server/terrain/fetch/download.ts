// One height file from an address to a folder: what was interrupted goes on where it stopped, and only what can be read is kept.
import { hash } from 'node:crypto'
import {
  closeSync,
  globSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { SECOND_MS } from '#server/platform/time.ts'
import { MAX_FILE_BYTES } from '#terrain/hgt/format.ts'

export interface Remote {
  readonly url: string
  /** Undefined when the server does not say it. */
  readonly bytes: number | undefined
  readonly etag: string | undefined
}

/** Without a byte for this long, a connection is given up. */
const STALLED_MS = 30 * SECOND_MS
/** It may be packed badly, but not worse than this. */
export const MAX_BYTES = MAX_FILE_BYTES + 1_000_000
// The bytes are stored as they are: packed once is enough.
const headers = { 'accept-encoding': 'identity' }

export interface DownloadOptions {
  /** Ends it; what has come is kept. */
  signal?: AbortSignal
  stalledMs?: number
}

/** Describes the file; undefined when there is none, as for most of the sea. Throws when that cannot be found out. */
export async function inspect(url: string, options: DownloadOptions = {}): Promise<Remote | undefined> {
  const { signal, end } = watchStalls(options)
  try {
    const response = await fetch(url, { method: 'HEAD', headers, signal })
    // A bucket that may not be listed says 403 for what it does not have.
    if (response.status === 404 || response.status === 403) return undefined
    if (!response.ok) throw new Error(`the server answers ${response.status}`)
    const bytes = Number(response.headers.get('content-length') ?? Number.NaN)
    const etag = response.headers.get('etag') ?? undefined
    return { url, bytes: Number.isFinite(bytes) ? bytes : undefined, etag }
  } finally {
    end()
  }
}

/** To `path`, all of it or nothing; gives its bytes. Throws when it cannot be had now, or no heights can be read in it. */
export async function download(
  remote: Remote,
  path: string,
  canRead: (path: string) => Promise<boolean>,
  options: DownloadOptions = {},
): Promise<number> {
  mkdirSync(dirname(path), { recursive: true })
  const part = `${path}.${nameVersion(remote)}.part`
  const from = findStart(remote, sizeOf(part))
  if (from === 0 || from !== remote.bytes) await receive(remote, part, from, options)
  const size = sizeOf(part)
  const isWhole = remote.bytes === undefined || size === remote.bytes
  if (!isWhole) throw new Error(`${size} of ${remote.bytes} bytes came`)
  if (!(await canRead(part))) {
    rmSync(part)
    throw new Error('there are no heights in it')
  }
  renameSync(part, path)
  removeParts(path)
  return size
}

/** Only what is known to be of the same file, and not too long, is gone on with. */
function findStart({ bytes, etag }: Remote, have: number): number {
  return etag === undefined || bytes === undefined || have > bytes ? 0 : have
}

/** Parts of other versions. */
function removeParts(path: string): void {
  const folder = dirname(path)
  for (const name of globSync(`${basename(path)}.*.part`, { cwd: folder })) rmSync(join(folder, name))
}

/** A download of another version is not resumed. */
function nameVersion({ bytes, etag }: Remote): string {
  return hash('sha256', `${bytes} ${etag}`).slice(0, 8)
}

async function receive(remote: Remote, part: string, from: number, options: DownloadOptions): Promise<void> {
  const { signal, end, touch } = watchStalls(options)
  try {
    const range = from > 0 && remote.etag ? { range: `bytes=${from}-`, 'if-range': remote.etag } : {}
    const response = await fetch(remote.url, { headers: { ...headers, ...range }, signal })
    if (!response.ok || !response.body) throw new Error(`the server answers ${response.status}`)
    const isContinued = response.status === 206
    await append(response.body, part, isContinued ? from : 0, touch)
  } finally {
    end()
  }
}

/** Chunk by chunk to the disk: what has come is there when the connection breaks. */
async function append(
  chunks: AsyncIterable<Uint8Array>,
  part: string,
  from: number,
  touch: () => void,
): Promise<void> {
  const file = openSync(part, from > 0 ? 'a' : 'w')
  try {
    let total = from
    for await (const chunk of chunks) {
      touch()
      total += chunk.length
      if (total > MAX_BYTES) throw new Error('it is too large for a height file')
      writeFileSync(file, chunk)
    }
  } finally {
    closeSync(file)
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function watchStalls({ signal: stopped, stalledMs = STALLED_MS }: DownloadOptions) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error('the server is silent')), stalledMs)
  const onStop = () => controller.abort(stopped?.reason)
  if (stopped?.aborted) onStop()
  else stopped?.addEventListener('abort', onStop, { once: true })
  const end = () => {
    clearTimeout(timer)
    stopped?.removeEventListener('abort', onStop)
  }
  return { signal: controller.signal, touch: () => timer.refresh(), end }
}
