// Which flights count.
import { fragment, type Fragment } from '#server/platform/database/database.ts'

/** A condition on flights: totals, days and records are of these only. */
export const isCounted: Fragment = fragment`coalesce(counted_by_pilot, recording = 'complete' and same_flight_as is null)`

/** The same as a column: 1 or 0. */
export const countedColumn: Fragment = fragment`case when ${isCounted} then 1 else 0 end as is_counted`
