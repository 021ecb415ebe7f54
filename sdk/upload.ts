// Sending a file: from wherever it comes, with progress, and once, however often it has to be sent.
import { type CallOptions, call, type Client, readData } from './client.ts'
import type { Uploaded, UploadOptions, Validation } from './types/flight.ts'

/** An IGC file. `openFile` of `@cloudstreet/sdk/node` makes one of a path. */
export type FlightFile =
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>

export interface UploadProgress {
  sentBytes: number
  totalBytes: number
}

export interface UploadCall extends CallOptions, UploadOptions {
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
 * const { id, isNew, scoring } = await uploadFlight(client, await openFile('2026-05-17.igc'), {
 *   glider: 'Ozone Alpina 5',
 *   onProgress: ({ sentBytes, totalBytes }) => console.log(`${Math.round((100 * sentBytes) / totalBytes)} %`),
 * })
 * @throws InvalidFlightError when the file is refused; the message names the line.
 */
export async function uploadFlight(
  client: Client,
  file: FlightFile,
  options: UploadCall = {},
): Promise<Uploaded> {
  const { onProgress, idempotencyKey = crypto.randomUUID(), signal, ...query } = options
  const body = await toBlob(file)
  return call(client, {
    ...sendFile('/api/v1/flights/upload', body, query),
    headers: { 'content-type': 'application/octet-stream', 'idempotency-key': idempotencyKey },
    ...(onProgress
      ? { send: (url: URL, init: RequestInit) => sendWithProgress(client, url, init, body, onProgress) }
      : {}),
    read: readData<Uploaded>,
    signal,
  })
}

/**
 * Says what an upload of the file would give, and stores nothing: every diagnosis with its line, and the score.
 *
 * @example
 * const { isValid, diagnoses } = await validateFlight(client, await openFile('2026-05-17.igc'))
 */
export async function validateFlight(
  client: Client,
  file: FlightFile,
  options: CallOptions & UploadOptions = {},
): Promise<Validation> {
  const { signal, ...query } = options
  return call(client, {
    ...sendFile('/api/v1/flights/validate', await toBlob(file), query),
    headers: { 'content-type': 'application/octet-stream' },
    read: readData<Validation>,
    signal,
  })
}

function sendFile(path: string, body: Blob, query: UploadOptions) {
  const name = body instanceof File ? body.name : undefined
  return { method: 'POST' as const, path, body, query: { filename: name, ...query }, isRepeatable: true }
}

/** A stream can be read once, and a retry needs the bytes again. */
async function toBlob(file: FlightFile): Promise<Blob> {
  if (file instanceof Blob) return file
  if (file instanceof ArrayBuffer || file instanceof Uint8Array) return new Blob([file as BlobPart])
  if (file instanceof ReadableStream) return new Response(file).blob()
  const parts: BlobPart[] = []
  for await (const part of file) parts.push(part as BlobPart)
  return new Blob(parts)
}

function sendWithProgress(
  client: Client,
  url: URL,
  init: RequestInit,
  body: Blob,
  onProgress: (progress: UploadProgress) => void,
): Promise<Response> {
  const tell = (sentBytes: number) => onProgress({ sentBytes, totalBytes: body.size })
  tell(0)
  // Few browsers stream a request, and all of them tell the progress of this.
  if (typeof XMLHttpRequest !== 'undefined') return sendByXhr(url, init, body, tell)
  let sentBytes = 0
  const counted = body.stream().pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        sentBytes += chunk.length
        controller.enqueue(chunk)
        tell(sentBytes)
      },
    }),
  )
  return client.fetch(url, { ...init, body: counted, duplex: 'half' } as RequestInit)
}

function sendByXhr(url: URL, init: RequestInit, body: Blob, tell: (sent: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(init.method ?? 'POST', url)
    for (const [name, value] of Object.entries(init.headers as Record<string, string>)) {
      xhr.setRequestHeader(name, value)
    }
    xhr.upload.addEventListener('progress', ({ loaded }) => tell(loaded))
    xhr.addEventListener('load', () => {
      const lines = xhr.getAllResponseHeaders().trim().split('\r\n')
      const headers = lines.map((line) => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).trim(),
      ])
      resolve(new Response(xhr.responseText, { status: xhr.status, headers: headers as [string, string][] }))
    })
    xhr.addEventListener('error', () => reject(new TypeError('The connection failed.')))
    xhr.addEventListener('abort', () => reject(init.signal?.reason as Error))
    init.signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(body)
  })
}
