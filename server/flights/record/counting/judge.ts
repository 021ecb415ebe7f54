// What is decided about the recordings of a day, from what is stored. The pilot's counter must be held.
import type { Sql } from '#server/platform/database/database.ts'
import { judgeRecordings, type Recorded, type Verdict } from './link.ts'
import {
  countsElsewhere,
  isAfter,
  listCopies,
  listRecordings,
  MAX_OF_DAY,
  type StoredRecording,
} from './store.ts'

/** A recording that is about to be stored, as one that was before. */
export type NewRecording = Recorded & Pick<StoredRecording, 'day' | 'footprintKey'>

const PLAIN: Verdict = { sameFlightAs: null, why: null, overlappedBy: null }

/** What is decided about a new recording, and whether its day, or other days, have to be settled after it is stored. */
export async function judgeNew(
  sql: Sql,
  ownerId: string,
  recording: NewRecording,
): Promise<{ verdict: Verdict; days: string[] }> {
  const { day } = recording
  const recordings = await listRecordings(sql, ownerId, day)
  if (recordings.length >= MAX_OF_DAY) return { verdict: PLAIN, days: [] }
  const copies = await listCopies(sql, ownerId, day, [...recordings, recording])
  const verdicts = judgeRecordings([...recordings, recording], copies.filter(countsElsewhere))
  const isOtherwise = recordings.some(({ id, verdict }) => !isSame(verdicts.get(id)!, verdict))
  const later = copies.filter((copy) => isAfter(copy, recording)).map((copy) => copy.day)
  return { verdict: verdicts.get(recording.id)!, days: [...(isOtherwise ? [day] : []), ...later] }
}

/** Verdicts that differ from those that are stored, and the days on which they matter. */
export async function judgeDay(sql: Sql, ownerId: string, day: string) {
  const recordings = await listRecordings(sql, ownerId, day)
  const copies = await listCopies(sql, ownerId, day, recordings)
  const verdicts = judgeRecordings(recordings, copies.filter(countsElsewhere))
  const changes = recordings.flatMap(({ id, verdict }) =>
    isSame(verdicts.get(id)!, verdict) ? [] : [{ id, verdict: verdicts.get(id)! }],
  )
  // One that gives way leaves its copies without a flight, one that counts takes the place of those after it.
  const affected = copies.map((copy) => copy.day)
  return { changes, affected }
}

function isSame(one: Verdict, other: Verdict): boolean {
  return (
    one.sameFlightAs === other.sameFlightAs &&
    one.why === other.why &&
    one.overlappedBy === other.overlappedBy
  )
}
