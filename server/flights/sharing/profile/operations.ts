// The public profile of a pilot: /p/{handle}, with its feeds. It shows the part of a flight that visitors see.
import { ProfileParams, ProfileQuery } from '#dashboard/sharing.ts'
import { choosePreferences, type Preferences } from '#language/preferences.ts'
import { textsIn } from '#language/server.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { type FeedEntry, writeAtom, writeJsonFeed } from '#server/platform/feeds/feeds.ts'
import { refusals } from '#server/platform/requests/refusals.ts'
import type { FlightServices } from '../../record/services.ts'
import type { CutMap } from './map.ts'
import { nameOf, sendProfile, type ShownFlight, type ShownFlights } from './page.ts'
import type { SharedReader } from '../shared-flight.ts'
import {
  findPublicFlights,
  findPublicPilot,
  findSharedFlight,
  type FoundFlight,
  hasZones,
  listPublicFlights,
  listPublicShapes,
  type PublicPilot,
} from '../store.ts'
import { createTotals, type PublicTotals } from './totals.ts'
import { describeInWords } from '../words.ts'

const PAGE_SIZE = 20
const FEED_SIZE = 20
const MAX_OUTLINES = 200

const feeds = [
  { name: 'feed.atom', type: 'application/atom+xml', write: writeAtom },
  { name: 'feed.json', type: 'application/feed+json', write: writeJsonFeed },
] as const

const noSuchProfile = () => notFound(refusals.noProfile)

export function declareProfilePages(
  services: FlightServices,
  reader: SharedReader,
  cutMap: CutMap,
): Operation[] {
  const { db, config } = services
  const sumUp = createTotals(db)
  const requirePilot = async (handle: string): Promise<PublicPilot> => {
    const pilot = await findPublicPilot(db.sql, handle)
    if (!pilot) throw noSuchProfile()
    return pilot
  }
  const readFeed = async (handle: string) => {
    const pilot = await requirePilot(handle)
    const { flights } = await listShown(services, reader, pilot, { limit: FEED_SIZE })
    const url = `${config.baseUrl}/p/${pilot.handle}`
    // As the pilot reads: a feed is the same for everybody.
    const preferences = choosePreferences([pilot])
    const { profile } = textsIn(preferences.language)
    return {
      title: profile.flightsOf(nameOf(pilot)),
      author: nameOf(pilot),
      language: preferences.language,
      url,
      entries: flights.map((one) => toEntry(config.baseUrl, preferences, one)),
    }
  }
  return [
    operation({
      route: 'GET /p/:handle',
      doors: { public: 'address' },
      schema: { params: ProfileParams, querystring: ProfileQuery },
      noSuch: noSuchProfile,
      respond: async ({ params, query }, reply) => {
        const pilot = await requirePilot(params.handle)
        const found = await listShown(services, reader, pilot, { after: query.after, limit: PAGE_SIZE })
        // Sums and counts of whole flights would tell how much, or how many, are hidden.
        const isFirst = query.after === undefined
        const totals = isFirst && !(await hasZones(db.sql, pilot.id)) ? await sumUp(pilot.id) : undefined
        const best = totals ? await listBest(services, reader, totals) : []
        const outlines = totals ? await listPublicShapes(db.sql, pilot.id, MAX_OUTLINES) : []
        const shown = { pilot, totals, best, outlines, isFirst, ...found }
        reply.header('cache-control', 'no-cache')
        return sendProfile(reply, { baseUrl: config.baseUrl, cutMap }, shown)
      },
    }),
    ...feeds.map(({ name, type, write }) =>
      operation({
        route: `GET /p/:handle/${name}` as const,
        doors: { public: 'address' },
        schema: { params: ProfileParams },
        noSuch: noSuchProfile,
        respond: async ({ params }, reply) =>
          reply
            .type(`${type}; charset=utf-8`)
            .header('cache-control', 'no-cache')
            .send(write(await readFeed(params.handle))),
      }),
    ),
  ]
}

/** Those of which zones leave nothing are passed over: neither a short page nor its link to the next one tells of them. */
async function listShown(
  { db }: FlightServices,
  reader: SharedReader,
  pilot: PublicPilot,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<ShownFlights> {
  const found: FoundFlight[] = []
  if (after !== undefined && !(await isOnProfile(db, reader, pilot, after)))
    return { flights: [], next: undefined }
  for (let last = after; found.length <= limit;) {
    const some = await listPublicFlights(db.sql, pilot.id, { after: last, limit: limit + 1 })
    // One after the other: each may have to be cut first, and the pilot has but one turn.
    for (const one of some) if (!(await reader.isHidden(one))) found.push(one)
    if (some.length <= limit) break
    last = some.at(-1)!.row.id
  }
  const flights: ShownFlight[] = []
  for (const one of found.slice(0, limit)) flights.push(await show(reader, one))
  return { flights, next: found.length > limit ? flights.at(-1)?.id : undefined }
}

async function listBest(
  { db }: FlightServices,
  reader: SharedReader,
  { bestIds }: PublicTotals,
): Promise<ShownFlight[]> {
  if (bestIds.length === 0) return []
  const found = await findPublicFlights(db.sql, bestIds)
  const best = await Promise.all(found.map((one) => show(reader, one)))
  return best.toSorted((one, other) => bestIds.indexOf(one.id) - bestIds.indexOf(other.id))
}

async function show(reader: SharedReader, found: FoundFlight): Promise<ShownFlight> {
  const { id } = found.row
  return { id, flight: await reader.summarise(found), shape: await reader.readShape(found) }
}

/** The flights after one that others do not see would tell when it was flown. */
async function isOnProfile(
  { sql }: FlightServices['db'],
  reader: SharedReader,
  pilot: PublicPilot,
  id: string,
): Promise<boolean> {
  const found = await findSharedFlight(sql, id)
  return found !== undefined && found.row.owner_id === pilot.id && !(await reader.isHidden(found))
}

function toEntry(baseUrl: string, preferences: Preferences, { id, flight }: ShownFlight): FeedEntry {
  const { title, description } = describeInWords(flight, preferences)
  return { url: `${baseUrl}/f/${id}`, title, description, date: flight.end.time }
}
