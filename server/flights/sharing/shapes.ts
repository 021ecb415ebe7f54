// Flights as line drawings on a profile: a thumbnail of each, a banner of all, and a map of where most of them are.
import { html } from '#server/platform/http/html.ts'

/** Latitudes and longitudes in turn. */
export type Shape = readonly number[]

interface Size {
  width: number
  height: number
  margin: number
}

const THUMBNAIL: Size = { width: 68, height: 68, margin: 8 }
const BANNER = { width: 150, height: 120, margin: 14, most: 8 }
const MAP: Size = { width: 900, height: 420, margin: 36 }
/** Flights that begin no farther from each other are of one region. */
const REGION_DEGREES = 1.5
const KM_PER_DEGREE = 111.2
/** Names closer to each other than this, in pixels, would overlap. */
const NAME_ROOM = { across: 240, down: 34 }
const MAX_SCALE_PIXELS = 160
const MIN_EXTENT_DEGREES = 0.002

type Place = (latitude: number, longitude: number) => [x: number, y: number]

interface Projection {
  place: Place
  pixelsPerDegree: number
}

/** Fills the room without distortion. */
function fit(shapes: readonly Shape[], { width, height, margin }: Size): Projection {
  const [firstLatitude = 0, firstLongitude = 0] = shapes[0] ?? []
  const shrink = Math.max(Math.cos((firstLatitude * Math.PI) / 180), 0.01)
  // Next to the first one, also across the antimeridian.
  const toX = (degrees: number) => ((((degrees - firstLongitude + 180) % 360) + 360) % 360) * shrink
  const points = shapes.flatMap((shape) =>
    listPoints(shape, (latitude, longitude) => [toX(longitude), -latitude]),
  )
  const [left, right] = bounds(points.map(([x]) => x))
  const [top, bottom] = bounds(points.map(([, y]) => y))
  const pixelsPerDegree = Math.min(
    (width - 2 * margin) / Math.max(right - left, MIN_EXTENT_DEGREES),
    (height - 2 * margin) / Math.max(bottom - top, MIN_EXTENT_DEGREES),
  )
  return {
    pixelsPerDegree,
    place: (latitude, longitude) => [
      width / 2 + (toX(longitude) - (left + right) / 2) * pixelsPerDegree,
      height / 2 + (-latitude - (top + bottom) / 2) * pixelsPerDegree,
    ],
  }
}

function listPoints(shape: Shape, place: Place): [x: number, y: number][] {
  return Array.from({ length: Math.floor(shape.length / 2) }, (_, row) =>
    place(shape[2 * row]!, shape[2 * row + 1]!),
  )
}

function bounds(values: readonly number[]): [least: number, most: number] {
  return [Math.min(...values), Math.max(...values)]
}

const write = (points: readonly [number, number][]) =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`

export function drawShape(shape: Shape) {
  return html`<svg class="shape" viewBox="0 0 68 68" width="68" height="68" aria-hidden="true">
    <path d=${write(listPoints(shape, fit([shape], THUMBNAIL).place))} />
  </svg>`
}

/** Next to each other, each in its own scale. */
export function drawBanner(shapes: readonly Shape[]) {
  const some = shapes.filter(({ length }) => length > 2).slice(0, BANNER.most)
  return html`<svg
    class="banner"
    viewBox=${`0 0 ${BANNER.width * BANNER.most} ${BANNER.height}`}
    preserveAspectRatio="xMinYMid slice"
    aria-hidden="true"
  >
    ${some.map(
      (shape, at) =>
        html`<path
          transform=${`translate(${at * BANNER.width})`}
          d=${write(listPoints(shape, fit([shape], BANNER).place))}
        />`,
    )}
  </svg>`
}

export interface MappedFlight {
  /** Its row on the page. */
  href: string
  name: string
  /** Undefined when it is hidden. */
  takeoff: string | undefined
  shape: Shape
}

/** Of the region with most flights. Hidden from assistive technology: the list has the same links with their words. */
export function drawMap(flights: readonly MappedFlight[], writeKm: (km: number) => string) {
  const shown = chooseRegion(flights.filter(({ shape }) => shape.length > 2))
  if (shown.length === 0) return undefined
  const { place, pixelsPerDegree } = fit(
    shown.map(({ shape }) => shape),
    MAP,
  )
  const km = chooseScale(pixelsPerDegree)
  const scale = (km / KM_PER_DEGREE) * pixelsPerDegree
  return html`<svg class="public-map" viewBox=${`0 0 ${MAP.width} ${MAP.height}`} aria-hidden="true">
    ${shown.map(
      ({ href, name, shape }) =>
        html`<a href=${href} tabindex="-1"
          ><title>${name}</title><path d=${write(listPoints(shape, place))}
        /></a>`,
    )}
    ${chooseNames(shown, place).map(
      ({ x, y, name }) =>
        html`<circle cx=${x} cy=${y} r="4" /><text x=${x} y=${y - 9} text-anchor=${anchor(x)}>${name}</text>`,
    )}
    <path class="scale" d=${`M20 ${MAP.height - 24}v6h${scale.toFixed(1)}v-6`} />
    <text x="24" y=${MAP.height - 27}>${writeKm(km)}</text>
  </svg>`
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

function chooseNames(flights: readonly MappedFlight[], place: Place) {
  const chosen: { x: number; y: number; name: string }[] = []
  for (const { takeoff, shape } of flights) {
    if (takeoff === undefined) continue
    const [x, y] = place(shape[0]!, shape[1]!).map(Math.round) as [number, number]
    const isFree = chosen.every(
      (other) => Math.abs(other.x - x) > NAME_ROOM.across || Math.abs(other.y - y) > NAME_ROOM.down,
    )
    if (isFree) chosen.push({ x, y, name: takeoff })
  }
  return chosen
}

const anchor = (x: number) => (x < 150 ? 'start' : x > MAP.width - 150 ? 'end' : 'middle')

/** 1, 2 or 5 kilometres, or as many tens of them. */
function chooseScale(pixelsPerDegree: number): number {
  const most = (MAX_SCALE_PIXELS / pixelsPerDegree) * KM_PER_DEGREE
  const power = 10 ** Math.floor(Math.log10(most))
  return power * ([5, 2].find((times) => times * power <= most) ?? 1)
}
