// A read of a pilot's flights sees every change of these flights that was answered before it, on whichever node. Each change
// takes the pilot's next number in its transaction (change-numbers.ts), so the last number is the position that such a read
// must see. The position of a commit in the database's own log would tell the same, but is not known before the commit, and
// so could not be kept with what is committed.
import type { Services } from '#server/platform/services.ts'
import { findLastNumber } from '../record/change-numbers.ts'

/** Services whose `db` may read from a replica that has this pilot’s last change. */
export function forPilot<Some extends Pick<Services, 'db'>>(services: Some, ownerId: string): Some {
  const db = services.db.reading((sql) => findLastNumber(sql, ownerId))
  return db === services.db ? services : { ...services, db }
}
