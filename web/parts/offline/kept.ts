// Tells whether a page shows data that the service worker kept (server/site/scripts/service-worker.js), without a network.

let keptAt: number | undefined
const followers = new Set<() => void>()

/** Called with every answer. */
export function noteAnswer({ headers }: Response): void {
  const time = headers.get('x-kept-at')
  // Of several answers the oldest: nothing on the page is older than the page says.
  const next = time === null ? undefined : Math.min(Number(time), keptAt ?? Infinity)
  if (next === keptAt) return
  keptAt = next
  for (const follow of followers) follow()
}

/** Milliseconds since 1970; undefined while there is a network. */
export const readKeptAt = (): number | undefined => keptAt

/** Returns how to stop. */
export function followKept(follow: () => void): () => void {
  followers.add(follow)
  return () => void followers.delete(follow)
}
