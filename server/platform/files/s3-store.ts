// S3 and what speaks its protocol: s3://BUCKET[/PREFIX][?endpoint=URL][&region=NAME].
import { hash as digest } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { SECOND_MS } from '../time.ts'
import { type FileStore, FileStoreUnavailableError, nameFile } from './file-store.ts'

const TIMEOUT_MS = 15 * SECOND_MS
// The row of a file is held while it is removed: shorter than the database waits for the holder of a row.
const REMOVE_TIMEOUT_MS = 3 * SECOND_MS
const RETRIES = 2
const DEFAULT_REGION = 'us-east-1'

export interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export function openS3Store(address: string, credentials: S3Credentials): FileStore {
  const url = new URL(address)
  const region = url.searchParams.get('region') ?? DEFAULT_REGION
  const client = new AwsClient({ ...credentials, service: 's3', region, retries: RETRIES })
  const base = findBase(url, region)
  const send = async (method: string, hash: string, body?: Uint8Array): Promise<Response> => {
    const timeoutMs = method === 'DELETE' ? REMOVE_TIMEOUT_MS : TIMEOUT_MS
    // The server compares what it has received with this.
    const headers: Record<string, string> = body ? { 'x-amz-content-sha256': digest('sha256', body) } : {}
    try {
      return await client.fetch(base + nameFile(hash), {
        method,
        headers,
        ...(body ? { body: body as BodyInit } : {}),
        signal: AbortSignal.timeout(timeoutMs),
      })
    } catch (error) {
      throw new FileStoreUnavailableError(`${base} cannot be reached`, { cause: error })
    }
  }
  return {
    location: `s3://${url.host}${url.pathname}`.replace(/\/$/, ''),
    put: async (hash, bytes) => {
      await requireOk(await send('PUT', hash, bytes), base)
    },
    get: async (hash) => {
      const response = await send('GET', hash)
      if (response.status === 404) return drop(response)
      return new Uint8Array(await readBody(await requireOk(response, base), base))
    },
    has: async (hash) => {
      const response = await send('HEAD', hash)
      if (response.status === 404) return false
      await requireOk(response, base)
      return true
    },
    remove: async (hash) => {
      const response = await send('DELETE', hash)
      if (response.status !== 404) await requireOk(response, base)
      await drop(response)
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

async function requireOk(response: Response, base: string): Promise<Response> {
  if (response.ok) return response
  const answer = (await response.text()).slice(0, 300)
  throw new FileStoreUnavailableError(`${base} answered ${response.status}: ${answer}`)
}

async function readBody(response: Response, base: string): Promise<ArrayBuffer> {
  try {
    return await response.arrayBuffer()
  } catch (error) {
    throw new FileStoreUnavailableError(`${base} broke off`, { cause: error })
  }
}

/** An answer that nobody reads holds its connection. */
async function drop(response: Response): Promise<undefined> {
  await response.body?.cancel()
}
