// Tells whether a service is using a database now.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDamage } from '#server/platform/database/sqlite/connection.ts'
import { listHeldRoles } from '#server/platform/files/serving-lock.ts'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSession } from './tables/open-session.ts'
import type { Place, Session } from './tables/session.ts'

const MAX_LINGER_MS = 2000
const POLL_MS = 100

export async function isInUse(place: Place): Promise<boolean> {
  return 'file' in place ? isFileInUse(place.file) : isServerInUse(place)
}

export async function requireUnused(place: Place): Promise<void> {
  if (await isInUse(place)) throw new Error('The service is running; stop it first.')
}

function isFileInUse(file: string): boolean {
  if (listHeldRoles(dirname(file)).length > 0) return true
  if (!existsSync(file)) return false
  // Any other process that has it open holds a shared lock, which rules out an exclusive one.
  const handle = new DatabaseSync(file, { timeout: 0 })
  try {
    handle.exec('pragma locking_mode = exclusive; begin exclusive; rollback')
    return false
  } catch (error) {
    // A damaged file takes no lock either: a restore replaces it.
    return !isDamage(error)
  } finally {
    handle.close()
  }
}

/** The service's connections carry its name. Those of one that has just stopped are there for a moment longer. */
async function isServerInUse(place: Place): Promise<boolean> {
  const session = await openSession(place)
  try {
    for (let waitedMs = 0; await hasConnections(session); waitedMs += POLL_MS) {
      if (waitedMs >= MAX_LINGER_MS) return true
      await sleep(POLL_MS)
    }
    return false
  } finally {
    await session.close()
  }
}

async function hasConnections(session: Session): Promise<boolean> {
  const others = await session.run(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'cloudstreet'
     and pid <> pg_backend_pid() limit 1`,
  )
  return others.length > 0
}
