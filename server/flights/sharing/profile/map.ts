// Finds where most flights of a profile are, for the built-in map.
import type { Static } from 'typebox'
import type { BaseMap, MapQuery } from '#dashboard/map.ts'
import { BUILT_IN_CREDIT } from '#dashboard/map-credit.ts'
import { html } from '#server/platform/http/html.ts'
import { fit, listPoints, type Place, type Projection, type Shape, write } from './projection.ts'

const MAP = { width: 900, height: 420, margin: 36 }
/** Flights that begin no farther from each other are of one region. */
const REGION_DEGREES = 1.5
const KM_PER_DEGREE = 111.2
/** Names closer to each other than this, in pixels, would overlap. */
const NAME_ROOM = { across: 240, down: 34 }
const MAX_SCALE_PIXELS = 160
const MAX_ZOOM = 14

export interface MappedFlight {
  /** Its row on the page. */
  href: string
  name: string
  /** Undefined when it is hidden. */
  takeoff: string | undefined
  shape: Shape
  isBest?: boolean
}

/** The built-in map of a view; supplied by the map feature. */
export type CutMap = (view: Static<typeof MapQuery>) => Promise<BaseMap>

interface Label {
  x: number
  y: number
  name: string
}

/** Of the region with most flights; outlines are those of all, without a link. Hidden from assistive technology: the list has the same links with their words. */
export async function drawMap(
  flights: readonly MappedFlight[],
  cutMap: CutMap,
  writeKm: (km: number) => string,
  outlines: readonly Shape[] = [],
) {
  const all = [...flights, ...outlines.map((shape) => ({ shape }))]
  const region = chooseRegion(all.filter(({ shape }) => shape.length > 2))
  const shown = region.filter((one): one is MappedFlight => 'href' in one)
  if (region.length === 0) return undefined
  const projection = fit(
    region.map(({ shape }) => shape),
    MAP,
  )
  const { place } = projection
  const base = await findBase(projection, cutMap)
  const takeoffs = chooseNames(listTakeoffs(shown, place), [])
  return html`<svg class="public-map" viewBox=${`0 0 ${MAP.width} ${MAP.height}`} aria-hidden="true">
    ${base && drawBase(base, place)} ${base && drawTowns(base, place, takeoffs)}
    <path
      class="outlines"
      d=${region.flatMap((one) => ('href' in one ? [] : [write(listPoints(one.shape, place))])).join('')}
    />
    ${shown.map(
      ({ href, name, shape, isBest }) =>
        html`<a href=${href} class=${isBest ? 'best' : undefined} tabindex="-1"
          ><title>${name}</title><path d=${write(listPoints(shape, place))}
        /></a>`,
    )}
    ${takeoffs.map(
      ({ x, y, name }) =>
        html`<circle cx=${x} cy=${y} r="4" /><text x=${x} y=${y - 9} text-anchor=${anchor(x)}>${name}</text>`,
    )}
    ${drawScale(projection, writeKm)}
    ${base && html`<text class="credit" x=${MAP.width - 8} y=${MAP.height - 8}>${BUILT_IN_CREDIT}</text>`}
  </svg>`
}

/** Undefined across the antimeridian, where a view has no west. */
function findBase({ bounds, pixelsPerDegree }: Projection, cutMap: CutMap): Promise<BaseMap | undefined> {
  const isOne = bounds.west >= -180 && bounds.east <= 180 && bounds.south >= -90 && bounds.north <= 90
  const zoom = Math.round(Math.log2((pixelsPerDegree * 360) / 256))
  return isOne ? cutMap({ ...bounds, zoom: clamp(zoom, 0, MAX_ZOOM) }) : Promise.resolve(undefined)
}

function drawBase({ background, areas, rivers, borders }: BaseMap, place: Place) {
  // The map has longitudes first.
  const at: Place = (longitude, latitude) => place(latitude, longitude)
  const draw = (lines: readonly Shape[]) => lines.map((line) => write(listPoints(line, at))).join('')
  return html`<g class=${`on-${background}`}>
    <rect width=${MAP.width} height=${MAP.height} /><path class="areas" d=${draw(areas.flat())} />
    <path class="rivers" d=${draw(rivers.flat())} /><path class="borders" d=${draw(borders)} />
  </g>`
}

function drawTowns({ towns }: BaseMap, place: Place, takeoffs: readonly Label[]) {
  const labels = towns.map(({ name, lat, lng }) => toLabel(name, place(lat, lng)))
  return html`<g class="towns">
    ${chooseNames(labels, takeoffs).map(
      ({ x, y, name }) =>
        html`<circle cx=${x} cy=${y} r="2" /><text x=${x} y=${y - 6} text-anchor=${anchor(x)}>${name}</text>`,
    )}
  </g>`
}

function drawScale({ pixelsPerDegree }: Projection, writeKm: (km: number) => string) {
  const km = chooseScale(pixelsPerDegree)
  const pixels = (km / KM_PER_DEGREE) * pixelsPerDegree
  return html`<path class="scale" d=${`M20 ${MAP.height - 24}v6h${pixels.toFixed(1)}v-6`} />
    <text x="24" y=${MAP.height - 27}>${writeKm(km)}</text>`
}

/** Those around the take-off that has most others near. */
function chooseRegion<Item extends { shape: Shape }>(flights: readonly Item[]): Item[] {
  const near = ({ shape: [latitude = 0, longitude = 0] }: Item) =>
    flights.filter(
      ({ shape: [otherLatitude = 0, otherLongitude = 0] }) =>
        Math.hypot(latitude - otherLatitude, longitude - otherLongitude) <= REGION_DEGREES,
    )
  return flights.map(near).reduce((most, some) => (some.length > most.length ? some : most), [])
}

function listTakeoffs(flights: readonly MappedFlight[], place: Place): Label[] {
  return flights.flatMap(({ takeoff, shape }) =>
    takeoff === undefined ? [] : [toLabel(takeoff, place(shape[0]!, shape[1]!))],
  )
}

const toLabel = (name: string, [x, y]: [number, number]): Label => ({
  name,
  x: Math.round(x),
  y: Math.round(y),
})

/** Those that have room between the ones before them and the others. */
function chooseNames(labels: readonly Label[], others: readonly Label[]): Label[] {
  const chosen: Label[] = []
  for (const label of labels) {
    const isFree = [...others, ...chosen].every(
      ({ x, y }) => Math.abs(x - label.x) > NAME_ROOM.across || Math.abs(y - label.y) > NAME_ROOM.down,
    )
    if (isFree) chosen.push(label)
  }
  return chosen
}

const anchor = (x: number) => (x < 150 ? 'start' : x > MAP.width - 150 ? 'end' : 'middle')
const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** 1, 2 or 5 kilometres, or as many tens of them. */
function chooseScale(pixelsPerDegree: number): number {
  const most = (MAX_SCALE_PIXELS / pixelsPerDegree) * KM_PER_DEGREE
  const power = 10 ** Math.floor(Math.log10(most))
  return power * ([5, 2].find((times) => times * power <= most) ?? 1)
}
