// The open validation server of the FAI (https://vali.fai-civl.org), or one that speaks as it does: it runs the makers'
// own programs, and so can tell of closed schemes. One POST with the file, one answer in JSON.
import { isOwnNetwork } from '#server/platform/outgoing/addresses.ts'
import { askOnce } from '#server/platform/outgoing/ask.ts'
import type { ResolveName } from '#server/platform/resolver.ts'

/** It takes no larger ones. */
export const MAX_FILE_BYTES = 3_000_000
const MAX_ANSWER_BYTES = 65_536
const ANSWER_MS = 20_000

/** Untold: it answers, but cannot tell of this file, and never will. */
export type Verdict = 'valid' | 'invalid' | 'untold'

/** By `result` and `status` of the answer. After any other answer it is tried again. */
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

export interface AskServices {
  readonly resolveName: ResolveName
}

/** Throws when there is no answer now. */
export async function askServer(
  { resolveName }: AskServices,
  address: string,
  file: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
  timeoutMs: number = ANSWER_MS,
): Promise<Verdict> {
  const url = new URL(`${address}/api/vali/json`)
  const form = new FormData()
  // The name tells nothing: pilots put theirs into it.
  form.set('igcfile', new Blob([file]), 'flight.igc')
  const sent = new Response(form)
  const { status, body } = await askOnce(url, {
    accept: 'application/json',
    body: { type: sent.headers.get('content-type') ?? '', bytes: await sent.bytes() },
    allowPrivate: isOwnNetwork(url),
    maxBytes: MAX_ANSWER_BYTES,
    timeoutMs,
    resolveName,
    signal,
  })
  // It answers 200 whatever it finds; a redirect is not followed.
  if (status !== 200) throw new Error(`the validation server answers ${status}`)
  return readVerdict(body.toString('utf8'))
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
