// S3 and what speaks its protocol: s3://BUCKET[/PREFIX][?endpoint=URL][&region=NAME].
import { hash as digest } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { SECOND_MS } from '../time.ts'
import { type Answer, exchange } from './exchange.ts'
import { MAX_STORED_BYTES } from './content.ts'
import type { FindKeys } from './s3-credentials.ts'
import type { S3Keys } from './s3-keys.ts'
import { type FileStore, FileStoreUnavailableError, nameFile } from './file-store.ts'

const TIMEOUT_MS = 15 * SECOND_MS
const ATTEMPTS = 3
const BACK_OFF_MS = 50
const DEFAULT_REGION = 'us-east-1'

export function openS3Store(address: string, findKeys: FindKeys, { timeoutMs = TIMEOUT_MS } = {}): FileStore {
  const url = new URL(address)
  const region = url.searchParams.get('region') ?? DEFAULT_REGION
  const base = findBase(url, region)
  const signing = { service: 's3', region, cache: new Map<string, ArrayBuffer>() }
  const sendOnce = async (
    keys: S3Keys,
    method: string,
    url: string,
    until: number,
    body?: Uint8Array,
  ): Promise<Answer> => {
    // The server compares what it has received with this.
    const sum: Record<string, string> = body ? { 'x-amz-content-sha256': digest('sha256', body) } : {}
    const { sessionToken, ...pair } = keys
    const who = { ...pair, ...(sessionToken !== undefined && { sessionToken }) }
    const signed = await new AwsV4Signer({ ...signing, ...who, method, url, headers: sum }).sign()
    const headers = Object.fromEntries(signed.headers)
    const left = Math.max(1, until - performance.now())
    return exchange(signed.url, { method, headers, body, timeoutMs: left, maxBytes: MAX_STORED_BYTES })
  }
  /** One deadline for all attempts; what has failed in passing is sent again: everything here may be. */
  const send = async (method: string, hash: string, body?: Uint8Array): Promise<Answer> => {
    const until = performance.now() + timeoutMs
    const keys = await findKeys().catch((error: unknown) => {
      throw unreachable(base, (error as Error).message, error)
    })
    for (let attempt = 1; ; attempt++) {
      const waitMs = Math.random() * BACK_OFF_MS * 2 ** attempt
      const mayRepeat = () => attempt < ATTEMPTS && performance.now() + waitMs + BACK_OFF_MS < until
      try {
        const answer = await sendOnce(keys, method, base + nameFile(hash), until, body)
        const isPassing = answer.status >= 500 || answer.status === 429
        if (!isPassing || !mayRepeat()) return answer
      } catch (error) {
        if (performance.now() >= until - BACK_OFF_MS)
          throw unreachable(base, `no answer within ${timeoutMs / 1000} s`, error)
        if (!mayRepeat()) throw unreachable(base, (error as Error).message, error)
      }
      await sleep(waitMs)
    }
  }
  return {
    location: `s3://${url.host}${url.pathname}`.replace(/\/$/, ''),
    put: async (hash, bytes) => {
      requireOk(await send('PUT', hash, bytes), base)
    },
    get: async (hash) => {
      const answer = await send('GET', hash)
      return isMissing(answer) ? undefined : requireOk(answer, base).body
    },
    has: async (hash) => {
      const answer = await send('HEAD', hash)
      return !isMissing(answer) && Boolean(requireOk(answer, base))
    },
    remove: async (hash) => {
      const answer = await send('DELETE', hash)
      if (!isMissing(answer)) requireOk(answer, base)
    },
  }
}

/** By path at an endpoint of one's own, by host name at Amazon. Ends with a slash. */
function findBase(url: URL, region: string): string {
  const endpoint = url.searchParams.get('endpoint')
  const bucket = endpoint
    ? `${endpoint.replace(/\/+$/, '')}/${url.host}`
    : `https://${url.host}.s3.${region}.amazonaws.com`
  const prefix = url.pathname.replaceAll(/^\/+|\/+$/g, '')
  return prefix ? `${bucket}/${prefix}/` : `${bucket}/`
}

/** The file, that is: without the bucket nothing can be said about a file. */
function isMissing({ status, body }: Answer): boolean {
  return status === 404 && !body.includes('NoSuchBucket')
}

function requireOk(answer: Answer, base: string): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer
  const text = answer.body.toString('utf8', 0, 300)
  const [, code] = /<Code>(\w+)<\/Code>/.exec(text) ?? []
  throw new FileStoreUnavailableError(`${base} answered ${answer.status}: ${code ?? text}`)
}

function unreachable(base: string, why: string, cause: unknown): FileStoreUnavailableError {
  return new FileStoreUnavailableError(`${base} cannot be reached: ${why}`, { cause })
}
