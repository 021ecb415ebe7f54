// Files on their way to the service, kept in the browser until it has them: a reload or a closed tab loses none. They were
// chosen on this computer, are for the account that chose them, and go at the sign-out, or after a day.
import type { Account } from '#dashboard/account.ts'
import { get } from '../api.ts'

const UNSENT = 'unsent-files'
const MAX_AGE_MS = 86_400_000
/** The limit for all together. Files beyond it are sent all the same; the browser asks before the page is left. */
const MAX_BYTES = 100_000_000

let keptBytes = 0

/** Both are only there on https and localhost. */
const isPossible = () => 'caches' in globalThis && 'locks' in navigator

/** Returns how to forget it. Until then a lock tells other tabs that this one is sending it. */
export async function keepUnsent(file: File): Promise<() => Promise<void>> {
  if (!isPossible() || keptBytes + file.size > MAX_BYTES) return async () => undefined
  keptBytes += file.size
  const path = `/app/upload/${crypto.randomUUID()}`
  const release = await holdLock(path)
  const forget = async () => {
    keptBytes -= file.size
    await (await caches.open(UNSENT)).delete(path)
    release()
  }
  try {
    const { id } = await get<Account>('/account')
    const headers = {
      'x-name': encodeURIComponent(file.name),
      'x-account': id,
      'x-kept-at': String(Date.now()),
    }
    await (await caches.open(UNSENT)).put(path, new Response(file, { headers }))
  } catch {
    // The browser has no room for it.
  }
  return forget
}

function holdLock(name: string): Promise<() => void> {
  return new Promise((resolve) => {
    void navigator.locks.request(name, () => new Promise<void>((release) => resolve(release)))
  })
}

/** Hands over each that is of this account, once: at once, or when the tab that is sending it has gone. */
export async function takeUnsent(take: (files: File[]) => void): Promise<void> {
  if (!isPossible() || !(await caches.has(UNSENT))) return
  const { id } = await get<Account>('/account')
  const cache = await caches.open(UNSENT)
  const taken = (await cache.keys()).map((request) =>
    navigator.locks.request(new URL(request.url).pathname, async () => {
      const kept = await cache.match(request)
      if (!kept) return
      const bytes = await kept.blob()
      await cache.delete(request)
      const { headers } = kept
      const isFresh = Date.now() - Number(headers.get('x-kept-at')) < MAX_AGE_MS
      if (isFresh && headers.get('x-account') === id)
        take([new File([bytes], decodeURIComponent(headers.get('x-name') ?? 'flight.igc'))])
    }),
  )
  await Promise.all(taken)
}

export async function forgetUnsent(): Promise<void> {
  if (isPossible()) await caches.delete(UNSENT)
}
