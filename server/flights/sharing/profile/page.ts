// The page of a pilot: banner, sums, a map, records, best flights, the year, seasons, and the flights themselves.
import type { FastifyReply } from 'fastify'
import type { Preferences } from '#language/preferences.ts'
import { formatsFor, textsIn } from '#language/server.ts'
import { html, sendPage } from '#server/platform/http/html.ts'
import { preferencesOf } from '#server/platform/requests/preferences.ts'
import { type CutMap, drawMap } from './map.ts'
import { drawBanner, drawShape } from './shapes.ts'
import { writeYear } from './year.ts'
import type { SharedSummary } from '../shared-flight.ts'
import type { PublicPilot } from '../store.ts'
import { type PublicTotals, type RecordKind, recordKinds, type Sums } from './totals.ts'
import { formatAirtime, namePlace, writeFigures } from '../words.ts'

export interface ShownFlight {
  id: string
  flight: SharedSummary
  shape: number[]
}

export interface ShownFlights {
  flights: ShownFlight[]
  /** The last one on the page, when there are more. */
  next: string | undefined
}

export interface ShownProfile extends ShownFlights {
  pilot: PublicPilot
  /** Undefined where they would tell what is hidden, and on further pages. */
  totals: PublicTotals | undefined
  best: ShownFlight[]
  /** Of all flights, the newest first. */
  outlines: number[][]
  isFirst: boolean
}

/** Fewer are all on the page anyway. */
const MIN_FOR_BEST = 4

export const nameOf = ({ name, handle }: PublicPilot) => name ?? handle

export async function sendProfile(
  reply: FastifyReply,
  { baseUrl, cutMap }: { baseUrl: string; cutMap: CutMap },
  shown: ShownProfile,
): Promise<FastifyReply> {
  const { pilot, totals, best, flights, next, isFirst } = shown
  const name = nameOf(pilot)
  const path = `/p/${pilot.handle}`
  const reader = preferencesOf(reply.request)
  const { profile: texts } = textsIn(reader.language)
  const [atom, json] = [`${path}/feed.atom`, `${path}/feed.json`]
  const title = texts.flightsOf(name)
  const pictured = best[0] ?? flights[0]
  const map = isFirst && (await writeMap(shown, reader, cutMap))
  return sendPage(reply, {
    title: name,
    description: texts.description(name),
    width: 'wide',
    styles: ['profile.css'],
    meta: {
      'og:type': 'profile',
      'og:title': title,
      'og:url': baseUrl + path,
      ...(pictured && { 'og:image': `${baseUrl}/f/${pictured.id}/picture.png?language=${reader.language}` }),
    },
    feeds: [
      { type: 'application/atom+xml', href: baseUrl + atom, title },
      { type: 'application/feed+json', href: baseUrl + json, title },
    ],
    body: html`${isFirst && flights.length > 0 && drawBanner(flights.map(({ shape }) => shape))}
      <div class="profile-head">
        ${
          pilot.image
            ? html`<img class="face" src=${pilot.image} alt="" width="96" height="96" />`
            : html`<span class="face" aria-hidden="true">${initialsOf(name)}</span>`
        }
        <div>
          <h1>${name}</h1>
          ${pilot.club && html`<p class="soft">${pilot.club}</p>`}
        </div>
      </div>
      ${totals && writeTotals(totals, reader)} ${map} ${totals && writeRecords(totals, reader)}
      ${
        totals &&
        totals.flights >= MIN_FOR_BEST &&
        html`<h2>${texts.bestFlights}</h2>
          <ol class="best-flights">
            ${best.map((one) => writeRow(one, reader))}
          </ol>`
      }
      ${totals && writeYear(totals.year, reader)} ${totals && writeSeasons(totals, reader)}
      ${
        flights.length === 0
          ? html`<p class="soft">${texts.none}</p>`
          : html`<h2>${texts.flights}</h2>
              <ol class="public-flights">
                ${flights.map((one) => writeRow(one, reader, rowOf(one.id)))}
              </ol>`
      }
      ${next && html`<p><a class="button quiet" href=${`${path}?after=${next}`}>${texts.earlier}</a></p>`}
      <p class="soft">
        ${texts.follow(html`<a href=${atom}>${texts.atom}</a>`, html`<a href=${json}>${texts.json}</a>`)}
      </p>`,
  })
}

/** The best stand out; those of further pages are outlines. */
async function writeMap({ flights, best, outlines }: ShownProfile, reader: Preferences, cutMap: CutMap) {
  const { profile: texts } = textsIn(reader.language)
  const formats = formatsFor(reader)
  const isBest = ({ id }: ShownFlight) => best.some((one) => one.id === id)
  const others = best.filter(({ id }) => !flights.some((one) => one.id === id))
  const linked = [...flights.filter((one) => !isBest(one)), ...others, ...flights.filter(isBest)]
  const mapped = linked.map(({ id, flight, shape }) => ({
    href: others.some((one) => one.id === id) ? `/f/${id}` : `#${rowOf(id)}`,
    isBest: best.some((one) => one.id === id),
    name: `${nameFlight(flight, reader)}, ${formats.day(flight.flight_date)}`,
    takeoff: namePlace(flight, reader),
    shape,
  }))
  const writeKm = (km: number) => `${formats.figure('distance', km)} ${formats.unit('distance')}`
  const map = await drawMap(mapped, cutMap, writeKm, outlines)
  return (
    map &&
    html`<h2>${texts.map}</h2>
      ${map}`
  )
}

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => Array.from(word)[0]!.toLocaleUpperCase())
    .slice(0, 2)
    .join('')

function writeRecords({ records }: PublicTotals, reader: Preferences) {
  const { profile: texts } = textsIn(reader.language)
  const formats = formatsFor(reader)
  const values: Record<RecordKind, (value: number) => string> = {
    kilometres: (km) => `${formats.figure('distance', km)} ${formats.unit('distance')}`,
    seconds: formatAirtime,
    highestM: (metres) => `${formats.figure('altitude', metres)} ${formats.unit('altitude')}`,
  }
  return html`<h2>${texts.records}</h2>
    <ul class="records">
      ${recordKinds.map(
        (kind) =>
          html`<li>
            <span class="soft">${texts.most[kind]}</span>
            <a href=${`/f/${records[kind].id}`}>${values[kind](records[kind][kind])}</a>
            <span class="soft">${formats.day(records[kind].date)}</span>
          </li>`,
      )}
    </ul>`
}

function writeSeasons({ seasons }: PublicTotals, reader: Preferences) {
  const { profile: texts } = textsIn(reader.language)
  const sums = seasons.map((season) => ({ season: season.season, cells: listTotals(season, reader) }))
  return html`<h2>${texts.seasons}</h2>
    <div class="table-frame" tabindex="0" role="region" aria-label=${texts.seasons}>
      <table class="seasons">
        <thead>
          <tr>
            <th scope="col">${texts.season}</th>
            ${sums[0]?.cells.map(([term]) => html`<th scope="col">${term}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${sums.map(
            ({ season, cells }) =>
              html`<tr>
                <th scope="row">${season}</th>
                ${cells.map(([, value]) => html`<td>${value}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`
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

function listTotals({ flights, seconds, kilometres, best }: Sums, reader: Preferences): [string, string][] {
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

/** Where the map leads to. */
const rowOf = (id: string) => `flight-${id}`

const nameFlight = (flight: SharedSummary, reader: Preferences) =>
  flight.title ?? namePlace(flight, reader) ?? textsIn(reader.language).profile.flight

function writeRow({ id, flight, shape }: ShownFlight, reader: Preferences, row?: string) {
  const { scoring, track } = flight
  const place = namePlace(flight, reader)
  const { distance, type, points } = writeFigures(flight, reader)
  const figures = [
    ...(flight.title !== null && place ? [place] : []),
    ...(scoring.type === 'None' ? [] : [distance, type, points]),
    formatAirtime(track.duration),
  ]
  return html`<li id=${row}>
    ${drawShape(shape)}
    <div>
      <a href=${`/f/${id}`}
        >${nameFlight(flight, reader)},${' '}
        <time datetime=${flight.flight_date}>${formatsFor(reader).day(flight.flight_date)}</time></a
      >
      <span class="soft">${figures.join(' · ')}</span>
    </div>
  </li>`
}
