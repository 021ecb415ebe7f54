// Undoes what was shown to others, for the link in the email that told of it.
import type { Visibility } from '#contract/sharing/visibility.ts'
import type { Undoers } from '#server/access/widening.ts'
import { isUniqueViolation } from '#server/platform/database/violations.ts'
import type { Services } from '#server/platform/services.ts'
import type { FlightRow } from '../record/columns.ts'
import { updateFlight } from '../record/correct.ts'
import { changeAll, type Changes } from '../record/update.ts'
import { changeSettings, removeZone, restoreZone } from './zones.ts'

/** Flights that were shared together: with this visibility, and last changed in this time. */
export interface SharedTogether {
  readonly visibility: Visibility
  readonly from: number
  readonly to: number
}

/** A zone with a wide disc, and the one that took its place. */
export interface ZoneNarrowed {
  readonly was: string
  readonly is: string
}

export function createSharingUndoers(services: Services): Undoers {
  const { db, now } = services
  return {
    zoneRemoved: (userId, zoneId: string) => db.transaction((sql) => restoreZone(sql, userId, zoneId)),
    zoneNarrowed: (userId, { was, is }: ZoneNarrowed) =>
      db.transaction(async (sql) => {
        await restoreZone(sql, userId, was)
        await removeZone(sql, now(), userId, is)
      }),
    flightsShared: async (ownerId, { visibility, from, to }: SharedTogether) => {
      const changes: Changes<{ id: string }> = {
        services,
        ownerId,
        change: (change, { id }) => updateFlight(change, id, { visibility: 'private' }),
      }
      const isMeant = (flight: FlightRow) =>
        flight.visibility === visibility && flight.updated_at >= from && flight.updated_at <= to
      await changeAll(changes, isMeant)
    },
    newFlightsShared: (userId, defaultVisibility: Visibility) =>
      db.transaction((sql) => changeSettings(sql, now(), userId, { defaultVisibility })),
    addressChosen: (userId, handle: string | null) =>
      db
        .transaction((sql) => changeSettings(sql, now(), userId, { handle }))
        .catch((error: unknown) => {
          if (!isUniqueViolation(error)) throw error
          // Another pilot has taken the former address meanwhile: none is better than the one that was chosen.
          return db.transaction((sql) => changeSettings(sql, now(), userId, { handle: null }))
        }),
  }
}
