// Sending a file: from wherever it comes, with progress, and once, however often it has to be sent.
import { type CallOptions, call, type Client, type Send } from './client.ts'
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
  const body = await toBody(file)
  return call(client, 'POST', 'flights/upload', {
    ...withFile(body, query),
    headers: { 'idempotency-key': idempotencyKey },
    send: onProgress && withProgress(new Blob([body]), onProgress),
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
  return call(client, 'POST', 'flights/validate', { ...withFile(await toBody(file), query), signal })
}

function withFile(body: FileBody, options: UploadOptions) {
  return {
    query: { filename: body instanceof File ? body.name : undefined, ...options },
    body,
    type: 'application/octet-stream',
    isRepeatable: true,
  }
}

type FileBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>

/** A stream can be read once, and a retry needs the bytes again. */
async function toBody(file: FlightFile): Promise<FileBody> {
  // Bytes as they are: in Node a Blob costs more than the request.
  if (file instanceof Blob || 'byteLength' in file) return file as FileBody
  // Few browsers iterate over a stream; all of them take one for the body of an answer.
  if (file instanceof ReadableStream) return new Response(file).blob()
  const parts: BlobPart[] = []
  for await (const part of file) parts.push(part as BlobPart)
  return new Blob(parts)
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
