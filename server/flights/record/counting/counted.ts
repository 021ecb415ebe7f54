// The condition in SQL for flights that count.
import type { Counting } from '#contract/logbook/counting.ts'
import { type Fragment, literal } from '#server/platform/database/database.ts'

export const COUNTED = "coalesce(counted_by_pilot, recording = 'complete' and same_flight_as is null)"

/** A condition on flights: totals, days and records are of these only. */
export const isCounted: Fragment = literal([COUNTED])

/** The condition that a reader has asked for. */
export const conditionFor: Record<Counting, Fragment> = { counted: isCounted, all: literal(['1 = 1']) }
