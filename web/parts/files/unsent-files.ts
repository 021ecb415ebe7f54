// Files on their way to the service, kept in the browser until it has them: a reload, a closed tab or a day without a network
// loses none. They were chosen on this computer, are for the account that chose them, and go at the sign-out, or after two weeks.
import type { Account } from '#dashboard/account.ts'
import { get } from '../api.ts'

const UNSENT = 'unsent-files'
const MAX_AGE_MS = 14 * 86_400_000
/** The service worker names what it keeps by the account. */
const KEPT = 'kept answers '
/** The limit for all together. Files beyond it are sent all the same; the browser asks before the page is left. */
const MAX_BYTES = 100_000_000

let keptBytes = 0

/** Both are only there on https and localhost. */
const isPossible = () => 'caches' in globalThis && 'locks' in navigator

export interface Unsent {
  /** False when the browser has no room for it: it goes with the tab. */
  isKept: boolean
  forget: () => Promise<void>
}

/** Until it is forgotten a lock tells other tabs that this one is sending it. */
export async function keepUnsent(file: File): Promise<Unsent> {
  if (!isPossible() || keptBytes + file.size > MAX_BYTES)
    return { isKept: false, forget: async () => undefined }
  keptBytes += file.size
  const path = `/app/upload/${crypto.randomUUID()}`
  const forget = forgetting(path, file, await holdLock(path))
  try {
    const headers = {
      'x-name': encodeURIComponent(file.name),
      'x-account': await findAccount(),
      'x-kept-at': String(Date.now()),
    }
    await (await caches.open(UNSENT)).put(path, new Response(file, { headers }))
    return { isKept: true, forget }
  } catch {
    return { isKept: false, forget }
  }
}

function forgetting(path: string, { size }: File, release: () => void): () => Promise<void> {
  return async () => {
    keptBytes -= size
    await (await caches.open(UNSENT)).delete(path)
    release()
  }
}

/** Without a network, that of the flights which are kept. */
async function findAccount(): Promise<string> {
  try {
    return (await get<Account>('/account')).id
  } catch (error) {
    const names = (await caches.keys()).filter((name) => name.startsWith(KEPT))
    if (names.length !== 1) throw error
    return names[0]!.slice(KEPT.length)
  }
}

export async function hasUnsent(): Promise<boolean> {
  if (!isPossible() || !(await caches.has(UNSENT))) return false
  return (await (await caches.open(UNSENT)).keys()).length > 0
}

function holdLock(name: string): Promise<() => void> {
  return new Promise((resolve) => {
    void navigator.locks.request(name, () => new Promise<void>((release) => resolve(release)))
  })
}

/**
 * Hands over each that is of this account, once: at once, or when the tab that is sending it has gone. It stays kept where it
 * is, so the page that takes it may be left at any moment, too.
 */
export async function takeUnsent(take: (file: File, unsent: Unsent) => void): Promise<void> {
  if (!(await hasUnsent())) return
  const { id } = await get<Account>('/account')
  const cache = await caches.open(UNSENT)
  const taken = (await cache.keys()).map(async (request) => {
    const path = new URL(request.url).pathname
    const release = await holdLock(path)
    const kept = await cache.match(request)
    if (!kept) return release()
    const { headers } = kept
    const file = new File([await kept.blob()], decodeURIComponent(headers.get('x-name') ?? 'flight.igc'))
    keptBytes += file.size
    const forget = forgetting(path, file, release)
    const isFresh = Date.now() - Number(headers.get('x-kept-at')) < MAX_AGE_MS
    if (isFresh && headers.get('x-account') === id) take(file, { isKept: true, forget })
    else await forget()
  })
  await Promise.all(taken)
}

export async function forgetUnsent(): Promise<void> {
  if (isPossible()) await caches.delete(UNSENT)
}
