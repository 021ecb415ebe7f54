// The open validation server of the FAI (https://vali.fai-civl.org), or one that speaks as it does: it runs the makers'
// own programs, and so can tell of closed schemes. One POST with the file, one answer in JSON.
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { startDeadline } from '#server/platform/concurrency/deadline.ts'
import { createLookup, requireAllowedLiteral } from '#server/platform/outgoing/addresses.ts'

/** It takes no larger ones. */
export const MAX_FILE_BYTES = 3_000_000
const MAX_ANSWER_BYTES = 65_536
export const ANSWER_MS = 20_000

/** Untold: it answers, but cannot tell of this file, and never will. */
export type Verdict = 'valid' | 'invalid' | 'untold'

/** By `result` and `status` of the answer. What is not here is an answer to try again after. */
const verdicts: Record<string, Verdict> = {
  'PASSED IGC_PASSED': 'valid',
  'FAILED IGC_FAILED': 'invalid',
  'FAILED IGC_FAILED_NC': 'invalid',
  'ERROR ERR_UNSUPPORTED': 'untold',
  'ERROR ERR_FORMAT': 'untold',
  'ERROR ERR_FORMAT_GZIP': 'untold',
  'ERROR ERR_FORMAT_ZIP': 'untold',
  'ERROR ERR_SIZE': 'untold',
}

/** Throws when there is no answer now. */
export async function askServer(
  address: string,
  file: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
  timeoutMs: number = ANSWER_MS,
): Promise<Verdict> {
  const url = new URL(`${address}/api/vali/json`)
  const form = new FormData()
  // The name tells nothing: pilots put theirs into it.
  form.set('igcfile', new Blob([file]), 'flight.igc')
  const body = new Response(form)
  const deadline = startDeadline(timeoutMs, signal)
  try {
    const type = body.headers.get('content-type') ?? ''
    return readVerdict(await post(url, type, await body.bytes(), deadline.signal))
  } finally {
    deadline.end()
  }
}

/** In the operator's own network when the setting says so, by an address or as localhost; a name is a public one. */
function isOwnNetwork({ hostname }: URL): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
}

function post(url: URL, type: string, body: Uint8Array, signal: AbortSignal): Promise<string> {
  const allowPrivate = isOwnNetwork(url)
  requireAllowedLiteral(url, allowPrivate)
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'http:' ? http.request : https.request
    const request = send(url, {
      method: 'POST',
      // No connection is kept, and no proxy of the environment is asked.
      agent: false,
      lookup: createLookup(allowPrivate),
      headers: {
        'content-type': type,
        'content-length': String(body.byteLength),
        accept: 'application/json',
      },
      signal,
      maxHeaderSize: 16_384,
    })
    request.on('response', (response) => void readAnswer(response).then(resolve, reject))
    request.on('error', reject)
    request.end(body)
  })
}

async function readAnswer(response: http.IncomingMessage): Promise<string> {
  // It answers 200 whatever it finds; a redirect is not followed.
  if (response.statusCode !== 200) {
    response.destroy()
    throw new Error(`the validation server answers ${response.statusCode}`)
  }
  const chunks: Buffer[] = []
  let total = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    total += chunk.length
    if (total > MAX_ANSWER_BYTES) throw new Error('the answer of the validation server is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readVerdict(text: string): Verdict {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw new Error('the validation server answers with something that is not JSON')
  }
  const { result, status } = (answer ?? {}) as { result?: unknown; status?: unknown }
  const name = `${String(result)} ${String(status)}`
  const verdict = Object.hasOwn(verdicts, name) ? verdicts[name] : undefined
  if (!verdict) throw new Error(`the validation server answers ${name.slice(0, 80)}`)
  return verdict
}
