// The database takes writes, and its clock is this machine's.
import { type Clock, describeSkew, WARN_AT_MS } from '../clock/clock.ts'
import type { Database } from '../database/database.ts'
import { shareReads } from '../metrics/share-reads.ts'
import { act, type Check, look, well } from './check.ts'

export function checkDatabase(db: Database, now: () => number): Check {
  const write = shareReads(() => db.checkWrite(now()))
  return {
    name: 'database',
    isNeeded: true,
    find: async () => {
      try {
        await write()
        return well('The database takes writes.')
      } catch (error) {
        return act(
          'The database takes no writes right now.',
          `Check that ${db.location} can be reached, is the primary, and that its disk has room.`,
          (error as Error).message,
        )
      }
    },
  }
}

/** Does not affect readiness: undamaged data stays usable. */
export function checkDamage(db: Database, remedy: () => string): Check {
  return {
    name: 'damage',
    find: async () => {
      const damage = db.findDamage()
      return damage
        ? act('The database is damaged.', remedy(), damage.message)
        : well('No statement has met damage in the database.')
    },
  }
}

export function checkClock(clock: Clock): Check {
  const remedy = 'Let the machine follow a time server (NTP); at 30 s the node is no longer ready.'
  return {
    name: 'clock',
    isNeeded: true,
    find: async () => {
      if (!clock.isTrue()) return act(describeSkew(clock), remedy)
      if (Math.abs(clock.skewMs()) >= WARN_AT_MS) return look(describeSkew(clock), remedy)
      return well("The clock of this machine agrees with the database's.")
    },
  }
}
