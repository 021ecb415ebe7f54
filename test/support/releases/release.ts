// The remains of a release: its database, and its answers from it. `make.ts` writes both.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { unlimited } from '../flights.ts'
import type { TestApplication } from '../oauth.ts'
import { onLoopback } from '../webhooks.ts'

export const releaseSettings = {
  ...onLoopback,
  ...unlimited,
  RATE_LIMIT_OAUTH: '0',
  CLOUDSTREET_SECRET: 'the secret of one release and of all after it',
}

/** The release that the tests upgrade from. */
const RELEASE = '1.1.0'

/** The formats of sealed texts that it opens: only these may be written while its nodes run. */
export const openedFormats = ['cs1']

export interface Release {
  /** Milliseconds: sessions and tokens are valid by this time. */
  madeAt: number
  pilot: {
    email: string
    password: string
    /** The cookie of a session. */
    cookie: string
    /** Personal, with every scope. */
    key: string
    device: { login: string; password: string }
  }
  /** Has a second factor. */
  guarded: { email: string; password: string; recoveryCode: string }
  application: TestApplication
  refreshToken: string
  webhook: { id: string; secret: string }
  /** The hash in an event that waits to be delivered. */
  waitingHash: string
  /** Path -> the answer of the release; /app by the session, /api by the key. */
  served: Record<string, object>
}

/** `jsonl.zst` is the archive, for either engine; `db.zst` the embedded database; `json.zst` a Release. */
export function pathOf(part: 'json.zst' | 'jsonl.zst' | 'db.zst', release = RELEASE): string {
  return join(import.meta.dirname, `${release}.${part}`)
}

export function readRelease(): Release {
  return JSON.parse(readCompressed('json.zst').toString()) as Release
}

export function readCompressed(part: 'json.zst' | 'db.zst', release?: string): Buffer {
  return zstdDecompressSync(readFileSync(pathOf(part, release)))
}

export function headersFor(path: string, { pilot }: Pick<Release, 'pilot'>): Record<string, string> {
  return path.startsWith('/app/') ? { cookie: pilot.cookie } : { authorization: `Bearer ${pilot.key}` }
}

/** Members that have another name since, as docs/guide/versions.md has it. */
const renamed: Record<string, string> = {
  pending: 'pendingCount',
  webhook: 'webhookId',
  leftOut: 'uncountedFlights',
  test: 'isTest',
}

/** What the release served, in the names of now. */
export const rename = (served: unknown): unknown =>
  JSON.parse(
    JSON.stringify(served).replace(/"(\w+)":(?![[{])/g, (_, name: string) => {
      const speed = name.replace(/([cC]limb|Sink|[sS]peed|uncertainty)Ms$/, '$1Mps')
      return `"${renamed[name] ?? speed}":`
    }),
  )
