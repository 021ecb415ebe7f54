// Judges flights of one shape again, some of them in each transaction, in the order of their upload: after a change of a
// flight of which more than a handful are copies.
import type { Services } from '#server/platform/services.ts'
import { type Pace, unpaced } from '#server/platform/background/watch.ts'
import { type Change, makeChange } from './change.ts'
import { holdCounter } from './change-numbers.ts'
import { type AskedShape, endShape, findAskedShape, findPlace, moveOn } from './counting/copies-store.ts'
import { listAlikeAfter } from './counting/store.ts'
import { settleDays } from './update.ts'

export const JUDGE_COPIES_EVERY_MS = 500
const AT_ONCE = 10

type CopyServices = Pick<Services, 'db' | 'now' | 'eventSignal'>

/** True when there may be more to do. */
export async function judgeNextCopies(services: CopyServices, pace: Pace = unpaced): Promise<boolean> {
  const shape = await findAskedShape(services.db.sql, services.now())
  if (!shape) return false
  await makeChange(services, shape.ownerId, (change) => judgeSome(change, shape))
  pace.count(1)
  return true
}

/** First it moves on: one of these may ask for those after it. */
async function judgeSome(change: Change, shape: AskedShape): Promise<void> {
  const { sql, ownerId } = change
  await holdCounter(sql, ownerId)
  const place = await findPlace(sql, shape)
  if (!place) return
  const alike = await listAlikeAfter(sql, ownerId, shape.footprintKey, place, AT_ONCE)
  const last = alike.at(-1)
  if (last && alike.length === AT_ONCE) await moveOn(change, shape, last)
  else await endShape(sql, shape)
  await settleDays(change, { days: alike.map(({ day }) => day), about: [] })
}
