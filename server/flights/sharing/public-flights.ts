// Public flights that a page names by their ids, in a line each: as everyone sees them, whoever asks.
import { type PublicFlight, PublicFlightsQuery } from '#dashboard/sharing.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { FlightServices } from '../record/services.ts'
import type { SharedReader } from './shared-flight.ts'
import { findPublicFlights, type FoundFlight } from './store.ts'

export function declarePublicFlights({ db }: FlightServices, reader: SharedReader): Operation {
  return operation({
    route: 'GET /public-flights',
    doors: { dashboard: 'session' },
    schema: { querystring: PublicFlightsQuery },
    handle: async (_caller, { query }) => {
      const data: PublicFlight[] = []
      // One after the other: each may have to be cut first.
      for (const found of await findPublicFlights(db.sql, query.ids.split(',')))
        if (!(await reader.isHidden(found))) data.push(await show(reader, found))
      return { data }
    },
  })
}

async function show(reader: SharedReader, found: FoundFlight): Promise<PublicFlight> {
  const { flight_date, title, takeoff, gliderName: glider, scoring, track } = await reader.summarise(found)
  return {
    id: found.row.id,
    date: flight_date,
    title,
    takeoff: takeoff && { name: takeoff.name, country: takeoff.country },
    glider,
    type: scoring.type,
    distanceKm: scoring.distance,
    durationSeconds: track.duration,
    shape: await reader.readShape(found),
  }
}
