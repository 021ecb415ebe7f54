// The public profile of a pilot: /p/{handle}, with its feeds. What it shows of a flight is what visitors see of it.
import type { FastifyReply } from 'fastify'
import { ProfileParams, ProfileQuery } from '#dashboard/sharing.ts'
import { notFound } from '#server/platform/errors.ts'
import { html, sendPage } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import { refuseIdAs } from '#server/platform/http/problems.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { type FeedEntry, writeAtom, writeJsonFeed } from './feeds.ts'
import { limitByAddress } from './pages.ts'
import type { SharedReader, SharedSummary } from './shared-flight.ts'
import {
  findPublicPilot,
  hasZones,
  listPublicFlights,
  type PublicPilot,
  type PublicTotals,
  sumPublicFlights,
} from './store.ts'
import { describeInWords, formatAirtime } from './words.ts'

const PAGE_SIZE = 20
const FEED_SIZE = 20

const noSuchProfile = () => notFound('There is no such profile.')

export interface ShownFlight {
  id: string
  uploadedAt: number
  flight: SharedSummary
}

export function addProfilePages(app: App, services: FlightServices, reader: SharedReader): void {
  const { db, config } = services
  const route = {
    schema: { hide: true, params: ProfileParams },
    schemaErrorFormatter: refuseIdAs(noSuchProfile),
    onRequest: limitByAddress(services),
  }
  const requirePilot = async (handle: string): Promise<PublicPilot> => {
    const pilot = await findPublicPilot(db.sql, handle)
    if (!pilot) throw noSuchProfile()
    return pilot
  }

  const paged = { ...route, schema: { ...route.schema, querystring: ProfileQuery } }
  app.get('/p/:handle', paged, async ({ params, query }, reply) => {
    const pilot = await requirePilot(params.handle)
    const found = await listShown(services, reader, pilot, { after: query.after, limit: PAGE_SIZE + 1 })
    // Sums and counts of whole flights would tell how much, or how many, are hidden.
    const isHiding = await hasZones(db.sql, pilot.id)
    const totals = isHiding ? undefined : await sumPublicFlights(db.sql, pilot.id)
    reply.header('cache-control', 'no-cache')
    return sendProfile(reply, config.baseUrl, pilot, totals, found)
  })

  const readFeed = async (handle: string) => {
    const pilot = await requirePilot(handle)
    const { flights } = await listShown(services, reader, pilot, { limit: FEED_SIZE })
    const url = `${config.baseUrl}/p/${pilot.handle}`
    return {
      title: `Flights of ${nameOf(pilot)}`,
      url,
      entries: flights.map((one) => toEntry(config.baseUrl, one)),
    }
  }
  app.get('/p/:handle/feed.atom', route, async ({ params }, reply) =>
    reply
      .type('application/atom+xml; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(writeAtom(await readFeed(params.handle))),
  )
  app.get('/p/:handle/feed.json', route, async ({ params }, reply) =>
    reply
      .type('application/feed+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(writeJsonFeed(await readFeed(params.handle))),
  )
}

const nameOf = ({ name, handle }: PublicPilot) => name ?? handle

interface ShownFlights {
  flights: ShownFlight[]
  /** Of the last one, when there are more. */
  next: string | undefined
}

/** Those of which zones leave nothing are left out. */
async function listShown(
  { db }: FlightServices,
  reader: SharedReader,
  pilot: PublicPilot,
  page: { after?: string | undefined; limit: number },
): Promise<ShownFlights> {
  const found = await listPublicFlights(db.sql, pilot.id, page)
  const shown = found.slice(0, PAGE_SIZE)
  const flights: ShownFlight[] = []
  // One after the other: each may have to be cut first, and the pilot has but one turn.
  for (const one of shown) {
    if ((await reader.howMuchIsHidden(one)) === 'all') continue
    flights.push({ id: one.row.id, uploadedAt: one.row.created_at, flight: await reader.summarise(one) })
  }
  return { flights, next: found.length > PAGE_SIZE ? shown.at(-1)?.row.id : undefined }
}

function toEntry(baseUrl: string, { id, flight }: ShownFlight): FeedEntry {
  const { title, description } = describeInWords(flight)
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
  return sendPage(reply, {
    title: name,
    description: `The public flights of ${name}.`,
    width: 'wide',
    styles: ['profile.css'],
    feeds: [
      { type: 'application/atom+xml', href: `${baseUrl}${path}/feed.atom`, title: `Flights of ${name}` },
      { type: 'application/feed+json', href: `${baseUrl}${path}/feed.json`, title: `Flights of ${name}` },
    ],
    body: html`<div class="profile-head">
        ${pilot.image && html`<img src=${pilot.image} alt="" width="96" height="96" />`}
        <div>
          <h1>${name}</h1>
          ${pilot.club && html`<p class="soft">${pilot.club}</p>`}
        </div>
      </div>
      ${totals && writeTotals(totals)}
      ${
        flights.length === 0
          ? html`<p class="soft">No public flights yet.</p>`
          : html`<ol class="public-flights">
              ${flights.map(writeRow)}
            </ol>`
      }
      ${next && html`<p><a class="button quiet" href=${`${path}?after=${next}`}>Earlier flights</a></p>`}
      <p class="soft">
        Follow: <a href=${`${path}/feed.atom`}>Atom feed</a> <a href=${`${path}/feed.json`}>JSON feed</a>
      </p>`,
  })
}

function writeTotals(totals: PublicTotals) {
  return html`<dl class="totals">
    ${listTotals(totals).map(
      ([term, value]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

function listTotals({ flights, seconds, kilometres, best }: PublicTotals): [string, string][] {
  return [
    ['Public flights', String(flights)],
    ['Airtime', formatAirtime(seconds)],
    ['Scored distance', `${Math.round(kilometres)} km`],
    ['Best score', `${best.toFixed(1)} points`],
  ]
}

function writeRow({ id, flight }: ShownFlight) {
  const { scoring, track, takeoff } = flight
  const figures = [
    ...(flight.title !== null && takeoff ? [takeoff.name] : []),
    ...(scoring.type === 'None'
      ? []
      : [`${scoring.distance.toFixed(1)} km`, scoring.type, `${scoring.score.toFixed(1)} points`]),
    formatAirtime(track.duration),
  ]
  return html`<li>
    <a href=${`/f/${id}`}
      ><time datetime=${flight.flight_date}>${flight.flight_date}</time>
      ${flight.title ?? takeoff?.name ?? 'Flight'}</a
    >
    <span class="soft">${figures.join(' · ')}</span>
  </li>`
}
