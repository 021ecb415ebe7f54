// The access ledger: what each credential was used for, and when. Counted in memory and written every few seconds and at
// the stop, never within a request: a crash may lose the last few seconds of counts.
import type { Scope } from '#contract/scopes.ts'
import type { App } from '#server/platform/http/http.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, toDay } from '#server/platform/time.ts'
import type { Credential } from './credentials.ts'
import { addToLedger, type LastUse, type LedgerEntry, setLastUse } from './ledger-store.ts'

const WRITE_EVERY_MS = 5 * SECOND_MS
const LAST_USE_EVERY_MS = MINUTE_MS

/** One request that passed `requireBearer`. */
interface Use {
  caller: Credential
  scope: Scope
  address: string
  files: number
  at: number
}

export interface Ledger {
  /** Writes what has been counted so far. */
  flush(): Promise<void>
  /** Counts every answered request that passed a `requireBearer`. */
  addTo(app: App): void
}

export function createLedger(services: Services): Ledger {
  const pending: Pending = { entries: new Map(), lastUses: new Map() }
  let lastWrite: Promise<void> = Promise.resolve()

  const flush = (): Promise<void> => {
    lastWrite = lastWrite.then(() => writePending(services, pending))
    return lastWrite
  }
  const addTo: Ledger['addTo'] = (app) => {
    app.addHook('onResponse', (request, _reply, done) => {
      const { credential: caller, usedScope: scope, ip: address, files = 0 } = request
      if (caller && scope !== undefined) count(pending, { caller, scope, address, files, at: services.now() })
      done()
    })
    const timer = setInterval(() => void flush(), WRITE_EVERY_MS).unref()
    app.addHook('onClose', async () => {
      clearInterval(timer)
      await flush()
    })
  }
  return { flush, addTo }
}

interface Pending {
  entries: Map<string, LedgerEntry>
  lastUses: Map<string, LastUse>
}

function count({ entries, lastUses }: Pending, use: Use): void {
  countEntry(entries, use)
  const { caller, at, address } = use
  if (at - (caller.lastUsedAt ?? 0) >= LAST_USE_EVERY_MS)
    lastUses.set(caller.id, { credentialId: caller.id, at, address })
}

function countEntry(entries: Map<string, LedgerEntry>, { caller, scope, files, at }: Use): void {
  const sourceId = caller.applicationId ?? caller.id
  const name = `${caller.userId} ${Math.floor(at / DAY_MS)} ${sourceId} ${scope}`
  const entry = entries.get(name)
  if (entry) {
    entry.requests += 1
    entry.uploads += files
    entry.lastAt = at
    return
  }
  entries.set(name, {
    userId: caller.userId,
    day: toDay(at),
    sourceKind: caller.applicationId ? 'application' : 'key',
    sourceId,
    scope,
    requests: 1,
    uploads: files,
    firstAt: at,
    lastAt: at,
  })
}

/** Entries that cannot be written now are kept for the next time. */
async function writePending({ db, log }: Services, pending: Pending): Promise<void> {
  if (pending.entries.size === 0 && pending.lastUses.size === 0) return
  const { entries, lastUses } = pending
  pending.entries = new Map()
  pending.lastUses = new Map()
  try {
    await db.transaction(async (sql) => {
      // In one order on all nodes, so two of them cannot deadlock.
      for (const [, entry] of [...entries].sort(byName)) await addToLedger(sql, entry)
      for (const [, lastUse] of [...lastUses].sort(byName)) await setLastUse(sql, lastUse)
    })
  } catch (error) {
    log.warn({ err: error }, 'the access ledger could not be written and will be retried')
    for (const [name, entry] of entries) restore(pending.entries, name, entry)
    for (const [name, lastUse] of lastUses)
      if (!pending.lastUses.has(name)) pending.lastUses.set(name, lastUse)
  }
}

function restore(entries: Map<string, LedgerEntry>, name: string, entry: LedgerEntry): void {
  const newer = entries.get(name)
  if (newer) {
    entry.requests += newer.requests
    entry.uploads += newer.uploads
    entry.lastAt = newer.lastAt
  }
  entries.set(name, entry)
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1
}
