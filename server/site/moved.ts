// New addresses of pages that have moved since earlier releases, for bookmarks and links in old emails.

/** What follows the old address follows the new one. */
const moved: readonly [from: string, to: string, part?: string][] = [
  ['/app/account/connections', '/app/settings/security', '#apps'],
  ['/app/account/sessions', '/app/settings/security'],
  ['/app/account/sharing', '/app/settings/sharing'],
  ['/app/account/data', '/app/settings/data'],
  ['/app/account/gliders', '/app/logbook/gliders'],
  ['/app/account/devices', '/app/upload/automatic'],
  ['/app/destinations', '/app/upload/automatic'],
  ['/app/account', '/app/settings'],
]

/** Undefined where the page still is. */
export function findMoved(address: string): string | undefined {
  const found = moved.find(([from]) => new RegExp(`^${from}(?![^/?])`).test(address))
  if (!found) return undefined
  const [from, to, part = ''] = found
  return to + address.slice(from.length) + part
}
