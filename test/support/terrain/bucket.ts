// A stand-in for the public bucket of height files.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Bucket {
  url: string
  /** `GET /N46/N46E007.hgt.gz bytes=100-`, in the order they came. */
  asked: string[]
  files: Map<string, Buffer>
  etag: string
  /** An answer is cut off after so many bytes, so many times. */
  cutAfter: number
  cuts: number
  /** Questions are taken, and none is answered. */
  isSilent: boolean
  close(): void
}

/** As the public bucket is: ranges, tags, 403 for what it does not have. */
export async function startBucket(context: { after(run: () => void): void }): Promise<Bucket> {
  const bucket: Bucket = {
    url: '',
    asked: [],
    files: new Map(),
    etag: '"1"',
    cutAfter: 1000,
    cuts: 0,
    isSilent: false,
    close: () => undefined,
  }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    bucket.asked.push([request.method, path, request.headers.range].filter(Boolean).join(' '))
    if (bucket.isSilent) return undefined
    const bytes = bucket.files.get(path)
    if (!bytes) return response.writeHead(403).end()
    const from = readRange(request, bucket.etag)
    const rest = bytes.subarray(from)
    response.writeHead(from > 0 ? 206 : 200, { etag: bucket.etag, 'content-length': rest.length })
    if (request.method === 'HEAD') return response.end()
    if (bucket.cuts === 0) return response.end(rest)
    bucket.cuts--
    return response.write(rest.subarray(0, bucket.cutAfter), () => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  bucket.close = () => {
    server.closeAllConnections()
    server.close()
  }
  context.after(() => bucket.close())
  bucket.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return bucket
}

function readRange({ headers }: IncomingMessage, etag: string): number {
  if (headers['if-range'] !== etag) return 0
  return Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
}
