// Changes a stored flight: the change and its event are one transaction.
import type { FlightCorrection } from '#contract/flight.ts'
import { recordEvent } from '#server/events/record.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { changeScore, type ChangedFlight, correctFlight, type ScoreChange } from './store.ts'

/** What the owner knows better; false when there is no such flight. */
export function updateFlight(
  services: Services,
  ownerId: string,
  id: string,
  correction: FlightCorrection,
): Promise<boolean> {
  const nowMs = services.now()
  return services.db.transaction(async (sql) =>
    announce(services, sql, nowMs, ownerId, await correctFlight(sql, nowMs, ownerId, id, correction)),
  )
}

/** False when the flight is gone or was scored by another process in the meantime. */
export function updateScore(
  services: Services,
  ownerId: string,
  flight: { id: string; scoredBy: string },
  change: ScoreChange,
): Promise<boolean> {
  const nowMs = services.now()
  return services.db.transaction(async (sql) =>
    announce(services, sql, nowMs, ownerId, await changeScore(sql, nowMs, ownerId, flight, change)),
  )
}

async function announce(
  services: Services,
  sql: Sql,
  nowMs: number,
  ownerId: string,
  flight: ChangedFlight | undefined,
): Promise<boolean> {
  if (!flight) return false
  const { glider } = JSON.parse(flight.metadata) as { glider?: string | null }
  await recordEvent(services, sql, nowMs, {
    event: 'flight.updated',
    occurredAt: new Date(nowMs).toISOString(),
    user: { id: ownerId },
    flight: {
      id: flight.id,
      hash: flight.hash,
      date: flight.flight_date,
      distance: flight.distance_km,
      score: flight.score,
      type: flight.score_type,
      gliderType: glider ?? null,
      durationSeconds: flight.duration_seconds,
    },
  })
  return true
}
