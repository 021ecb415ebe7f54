// The public profile of a pilot: /p/{handle}, with its feeds. It shows the part of a flight that visitors see.
import type { FastifyReply } from 'fastify'
import { ProfileParams, ProfileQuery } from '#dashboard/sharing.ts'
import { choosePreferences, type Preferences } from '#language/preferences.ts'
import { formatsFor, textsIn } from '#language/server.ts'
import { notFound } from '#server/platform/errors.ts'
import { html, sendPage } from '#server/platform/http/html.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { preferencesOf } from '#server/platform/requests/preferences.ts'
import { refusals } from '#server/platform/requests/refusals.ts'
import type { FlightServices } from '../record/services.ts'
import { type FeedEntry, writeAtom, writeJsonFeed } from './feeds.ts'
import type { SharedReader, SharedSummary } from './shared-flight.ts'
import {
  findPublicPilot,
  findSharedFlight,
  type FoundFlight,
  hasZones,
  listPublicFlights,
  type PublicPilot,
  type PublicTotals,
} from './store.ts'
import { createTotals } from './totals.ts'
import { describeInWords, formatAirtime, namePlace, writeFigures } from './words.ts'

const PAGE_SIZE = 20
const FEED_SIZE = 20

const noSuchProfile = () => notFound(refusals.noProfile)

export interface ShownFlight {
  id: string
  uploadedAt: number
  flight: SharedSummary
}

export function declareProfilePages(services: FlightServices, reader: SharedReader): Operation[] {
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
        const isHiding = await hasZones(db.sql, pilot.id)
        const totals = isHiding ? undefined : await sumUp(pilot.id)
        reply.header('cache-control', 'no-cache')
        return sendProfile(reply, config.baseUrl, pilot, totals, found)
      },
    }),
    operation({
      route: 'GET /p/:handle/feed.atom',
      doors: { public: 'address' },
      schema: { params: ProfileParams },
      noSuch: noSuchProfile,
      respond: async ({ params }, reply) =>
        reply
          .type('application/atom+xml; charset=utf-8')
          .header('cache-control', 'no-cache')
          .send(writeAtom(await readFeed(params.handle))),
    }),
    operation({
      route: 'GET /p/:handle/feed.json',
      doors: { public: 'address' },
      schema: { params: ProfileParams },
      noSuch: noSuchProfile,
      respond: async ({ params }, reply) =>
        reply
          .type('application/feed+json; charset=utf-8')
          .header('cache-control', 'no-cache')
          .send(writeJsonFeed(await readFeed(params.handle))),
    }),
  ]
}

const nameOf = ({ name, handle }: PublicPilot) => name ?? handle

interface ShownFlights {
  flights: ShownFlight[]
  /** The last one on the page, when there are more. */
  next: string | undefined
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
  for (const one of found.slice(0, limit))
    flights.push({ id: one.row.id, uploadedAt: one.row.created_at, flight: await reader.summarise(one) })
  return { flights, next: found.length > limit ? flights.at(-1)?.id : undefined }
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

function sendProfile(
  reply: FastifyReply,
  baseUrl: string,
  pilot: PublicPilot,
  totals: PublicTotals | undefined,
  { flights, next }: ShownFlights,
): FastifyReply {
  const name = nameOf(pilot)
  const path = `/p/${pilot.handle}`
  const reader = preferencesOf(reply.request)
  const { profile: texts } = textsIn(reader.language)
  const [atom, json] = [`${path}/feed.atom`, `${path}/feed.json`]
  const title = texts.flightsOf(name)
  return sendPage(reply, {
    title: name,
    description: texts.description(name),
    width: 'wide',
    styles: ['profile.css'],
    feeds: [
      { type: 'application/atom+xml', href: baseUrl + atom, title },
      { type: 'application/feed+json', href: baseUrl + json, title },
    ],
    body: html`<div class="profile-head">
        ${pilot.image && html`<img src=${pilot.image} alt="" width="96" height="96" />`}
        <div>
          <h1>${name}</h1>
          ${pilot.club && html`<p class="soft">${pilot.club}</p>`}
        </div>
      </div>
      ${totals && writeTotals(totals, reader)}
      ${
        flights.length === 0
          ? html`<p class="soft">${texts.none}</p>`
          : html`<ol class="public-flights">
              ${flights.map((one) => writeRow(one, reader))}
            </ol>`
      }
      ${next && html`<p><a class="button quiet" href=${`${path}?after=${next}`}>${texts.earlier}</a></p>`}
      <p class="soft">
        ${texts.follow(html`<a href=${atom}>${texts.atom}</a>`, html`<a href=${json}>${texts.json}</a>`)}
      </p>`,
  })
}

function writeTotals(totals: PublicTotals, reader: Preferences) {
  return html`<dl class="totals">
    ${listTotals(totals, reader).map(
      ([term, value]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

function listTotals(
  { flights, seconds, kilometres, best }: PublicTotals,
  reader: Preferences,
): [string, string][] {
  const { profile: texts, sharedFlight } = textsIn(reader.language)
  const formats = formatsFor(reader)
  const distance = Math.round(formats.convert('distance', kilometres))
  return [
    [texts.publicFlights, formats.number(flights)],
    [texts.airtime, formatAirtime(seconds)],
    [texts.distance, `${formats.number(distance)} ${formats.unit('distance')}`],
    [texts.best, sharedFlight.points(formats.number(best, 1))],
  ]
}

function writeRow({ id, flight }: ShownFlight, reader: Preferences) {
  const { scoring, track } = flight
  const place = namePlace(flight, reader)
  const { profile: texts } = textsIn(reader.language)
  const { distance, type, points } = writeFigures(flight, reader)
  const figures = [
    ...(flight.title !== null && place ? [place] : []),
    ...(scoring.type === 'None' ? [] : [distance, type, points]),
    formatAirtime(track.duration),
  ]
  return html`<li>
    <a href=${`/f/${id}`}
      ><time datetime=${flight.flight_date}>${formatsFor(reader).day(flight.flight_date)}</time>${' '}
      ${flight.title ?? place ?? texts.flight}</a
    >
    <span class="soft">${figures.join(' · ')}</span>
  </li>`
}
