// Sending a file: from wherever it comes, with progress, and once, however often it has to be sent.
import { makeId } from './bytes.ts'
import { type CallOptions, type Client, get, pathTo, post, type Send, splitOptions } from './client.ts'
import { CloudstreetError } from './errors.ts'
import { sleep } from './retry.ts'
import type { Import, UploadOptions, Uploaded, Validation } from './types.ts'

export const OCTETS = 'application/octet-stream'
/** The most that a service can be set to take. */
const MAX_BYTES = 100 * 1024 ** 2
const MAX_ARCHIVE_BYTES = 200 * 1024 ** 2

/** A file: its path in Node, Deno and Bun, and anywhere its bytes. */
export type FlightFile =
  | string
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>

export interface UploadProgress {
  sentBytes: number
  totalBytes: number
}

export interface FileOptions extends CallOptions {
  /** A stream that has more bytes is refused instead of being kept in memory; 100 MiB by default, 200 of an archive. */
  maxBytes?: number
}

export interface UploadCall extends FileOptions, UploadOptions {
  /** Called while the file is sent; from the start again when an attempt failed. */
  onProgress?: (progress: UploadProgress) => void
  /** One is made for every call; give your own where an upload may be repeated by another process. */
  idempotencyKey?: string
}

/**
 * Uploads a flight, and answers when it is scored and stored. It is sent again after a lost answer, a busy server or a
 * rate limit, and stored once. A flight that was there already is no error: `isNew` is false.
 *
 * @example
 * const { id, isNew, scoring } = await uploadFlight(client, '2026-05-17.igc', {
 *   gliderName: 'Ozone Alpina 5',
 *   onProgress: ({ sentBytes, totalBytes }) => console.log(`${Math.round((100 * sentBytes) / totalBytes)} %`),
 * })
 * @throws InvalidFlightError when the file is refused; the message names the line. An archive is for {@link importFlights}.
 */
export async function uploadFlight(
  client: Client,
  file: FlightFile,
  options: UploadCall = {},
): Promise<Uploaded> {
  const { onProgress, idempotencyKey = makeId(), ...rest } = options
  const request = await withFile(file, rest)
  if (await isArchive(request.body)) throw new CloudstreetError('This is an archive, for importFlights.')
  return post(client, 'flights/upload', {
    ...request,
    headers: { 'idempotency-key': idempotencyKey },
    send: onProgress && withProgress(new Blob([request.body]), onProgress),
  })
}

export interface ImportOptions extends FileOptions, UploadOptions {
  /** Called each time that the import has got further. */
  onChange?: (progress: Import) => void
  /** Milliseconds between two questions how far it has got; 2,000 by default. */
  pollMs?: number
}

/**
 * Imports the flights of a ZIP archive, such as an export of an account, and answers when all are processed. A flight that was
 * there already is no error; one that is refused costs no other.
 *
 * @example
 * const { counts, entries } = await importFlights(client, 'season-2025.zip')
 * for (const { name, reason } of entries.filter(({ status }) => status === 'refused')) console.log(name, reason)
 */
export async function importFlights(
  client: Client,
  file: FlightFile,
  { onChange, pollMs = 2_000, maxBytes = MAX_ARCHIVE_BYTES, ...rest }: ImportOptions = {},
): Promise<Import> {
  const request = await withFile(file, { maxBytes, ...rest })
  let progress = await post<Import>(client, 'flights/import', request)
  for (;;) {
    onChange?.(progress)
    if (progress.state === 'done') return progress
    await sleep(pollMs, rest.signal)
    progress = await getImport(client, progress.id, rest)
  }
}

/**
 * How far an import has got, and what became of each file.
 *
 * @example
 * const { state, counts } = await getImport(client, id)
 */
export function getImport(client: Client, id: string, { signal }: CallOptions = {}): Promise<Import> {
  return get(client, pathTo('imports', id), { signal })
}

/**
 * Says what an upload of the file would give, and stores nothing: every diagnosis with its line, and the score.
 *
 * @example
 * const { isValid, diagnoses } = await validateFlight(client, '2026-05-17.igc')
 */
export async function validateFlight(
  client: Client,
  file: FlightFile,
  options: FileOptions & UploadOptions = {},
): Promise<Validation> {
  return post(client, 'flights/validate', await withFile(file, options))
}

async function withFile(file: FlightFile, options: FileOptions & UploadOptions) {
  const [{ maxBytes = MAX_BYTES, ...query }, callOptions] = splitOptions(options)
  const body = await toBody(file, maxBytes, callOptions.signal)
  return {
    query: { filename: body instanceof File ? body.name : undefined, ...query },
    body,
    type: OCTETS,
    isRepeatable: true,
    ...callOptions,
  }
}

/** ZIP: PK, and a record of it. */
async function isArchive(body: FileBody): Promise<boolean> {
  const start = new Uint8Array(await new Blob([body]).slice(0, 4).arrayBuffer())
  return String(start) === '80,75,3,4'
}

type FileBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>

const isFile = (file: unknown) =>
  Object(file) === file &&
  ['size', 'byteLength', 'getReader', Symbol.asyncIterator].some((member) => member in (file as object))

/** Read at once: a stick may be pulled before the last attempt. */
async function openPath(path: string): Promise<File> {
  // Not imported: bundlers for browsers fail on what is only in Node.
  const files = globalThis.process?.getBuiltinModule?.('node:fs/promises')
  if (!files || path.includes('\n'))
    throw new CloudstreetError(`This is no ${files ? '' : 'place for a '}path. Pass the bytes of the file.`)
  return new File([await files.readFile(path)], path.replace(/^.*[/\\]/, ''))
}

/** A stream can be read once, and a retry needs the bytes again. */
export async function toBody(file: FlightFile, maxBytes: number, signal?: AbortSignal): Promise<FileBody> {
  if (typeof file === 'string') return openPath(file)
  if (!isFile(file)) throw new CloudstreetError('This is not a file. Pass its path or its bytes.')
  // Bytes as they are: in Node a Blob costs more than the request.
  if (file instanceof Blob || 'byteLength' in file) return file as FileBody
  const parts: BlobPart[] = []
  let size = 0
  for await (const part of readParts(file, signal)) {
    size += part.length
    if (size > maxBytes) throw new CloudstreetError(`The file has more than ${maxBytes} bytes.`)
    parts.push(part as BlobPart)
  }
  return new Blob(parts)
}

/** Until it ends, or the caller has had enough: a stream may never say anything again. */
async function* readParts(
  file: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  // Few browsers iterate over a stream.
  const source = file instanceof ReadableStream ? file.getReader() : file[Symbol.asyncIterator]()
  const aborted = new Promise<never>((_, reject) => {
    if (signal?.aborted) reject(signal.reason as Error)
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  aborted.catch(() => undefined)
  try {
    for (;;) {
      const next = 'read' in source ? source.read() : source.next()
      const { done, value } = await Promise.race([next, aborted])
      if (done) return
      yield value!
    }
  } finally {
    // Not waited for: what does not answer does not end, either.
    const end = 'cancel' in source ? source.cancel() : source.return?.()
    end?.catch(() => undefined)
  }
}

function withProgress(body: Blob, onProgress: (progress: UploadProgress) => void): Send {
  return (url, init, fetch) => {
    const tell = (sentBytes: number) => onProgress({ sentBytes, totalBytes: body.size })
    tell(0)
    // Few browsers stream a request, and all of them tell the progress of this.
    if (typeof XMLHttpRequest !== 'undefined') return sendByXhr(url, init, body, tell)
    let sentBytes = 0
    const counted = body.stream().pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          controller.enqueue(chunk)
          tell((sentBytes += chunk.length))
        },
      }),
    )
    return fetch(url, { ...init, body: counted, duplex: 'half' } as RequestInit)
  }
}

function sendByXhr(url: URL, init: RequestInit, body: Blob, tell: (sent: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', url)
    for (const header of Object.entries(init.headers as object))
      xhr.setRequestHeader(...(header as [string, string]))
    xhr.upload.addEventListener('progress', ({ loaded }) => tell(loaded))
    xhr.addEventListener('loadend', () => {
      const { status, responseText } = xhr
      const found = xhr.getAllResponseHeaders().matchAll(/^(.+?): (.*)\r$/gm)
      const headers = Array.from(found, ([, ...pair]) => pair as [string, string])
      if (status) resolve(new Response(responseText, { status, headers }))
      else reject(init.signal?.reason as Error)
    })
    init.signal?.addEventListener('abort', () => xhr.abort())
    xhr.send(body)
  })
}
