// A real S3-compatible server on loopback, with one bucket.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { makeFolder } from './folder.ts'

interface S3Server {
  run(): Promise<{ port: number }>
  close(): Promise<void>
}

type CreateS3Server = new (options: {
  address: string
  port: number
  silent: boolean
  directory: string
  configureBuckets: { name: string }[]
}) => S3Server

const require = createRequire(import.meta.url)
// The package has no types.
const S3rver = require('s3rver') as CreateS3Server

// It encrypts where the next page begins by DES, which OpenSSL has no more. Three times with one key is the same.
const crypto = require('node:crypto') as typeof import('node:crypto')
for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
  const create = crypto[name] as (algorithm: string, key: Buffer, iv: Buffer, options?: object) => unknown
  const createAlsoDes: typeof create = (algorithm, key, ...rest) =>
    algorithm === 'des'
      ? create('des-ede3-cbc', Buffer.concat([key, key, key]), ...rest)
      : create(algorithm, key, ...rest)
  Object.assign(crypto, { [name]: createAlsoDes })
}

export const s3Credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

export interface Bucket {
  /** For FILES_URL. */
  readonly url: string
  stop(): Promise<void>
}

export async function startBucket(context: {
  after: (end: () => Promise<void> | void) => void
}): Promise<Bucket> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: makeFolder(context),
    configureBuckets: [{ name: 'flights' }],
  })
  const { port } = await server.run()
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await server.close()
  }
  context.after(stop)
  return { url: `s3://flights/igc?endpoint=http://127.0.0.1:${port}&region=eu-central-1`, stop }
}

/** Gives the keys of the bucket as the endpoint of a container does, to who has its token. */
export async function startContainerRole(context: { after: (end: () => void) => void }) {
  const { AWS_ACCESS_KEY_ID: AccessKeyId, AWS_SECRET_ACCESS_KEY: SecretAccessKey } = s3Credentials
  const server = createServer(({ url, headers }, response) => {
    if (url !== '/v1/credentials' || headers.authorization !== 'token of the container')
      return response.writeHead(401).end()
    const Expiration = new Date(Date.now() + 3_600_000).toISOString()
    return response.end(
      JSON.stringify({ AccessKeyId, SecretAccessKey, Token: 'session of the role', Expiration }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    environment: {
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://127.0.0.1:${port}/v1/credentials`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN: 'token of the container',
    },
  }
}
