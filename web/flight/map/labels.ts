// The labels of a flight: both ends, turnpoints, and the length of each leg where there is room for it.
import * as L from 'leaflet'
import { type Box, overlap, type TrackGrid } from './track-grid.ts'

export interface Leg {
  from: L.LatLngTuple
  to: L.LatLngTuple
  text: string
}

export function addLabel(map: L.Map | L.LayerGroup, at: L.LatLngTuple, kind: string, text: string): L.Marker {
  const content = document.createElement('span')
  content.textContent = text
  const icon = L.divIcon({ className: `map-label ${kind}`, html: content, iconSize: [0, 0] })
  return L.marker(at, { icon, interactive: false, keyboard: false }).addTo(map)
}

/** Between the label of an end and the point of the other. */
const CLEAR_OF_POINT = 20

/** Labels are below their points; where two would cover each other, that of the northern one is above it. */
export function keepApart(map: L.Map, [one, other]: readonly [L.Marker, L.Marker]): void {
  const northern = one.getLatLng().lat > other.getLatLng().lat ? one : other
  const place = () => {
    const spans = [one, other].map((marker) => marker.getElement()?.firstElementChild as HTMLElement)
    const way = map.project(one.getLatLng()).subtract(map.project(other.getLatLng()))
    const width = spans.reduce((sum, { offsetWidth }) => sum + offsetWidth / 2, 0)
    const isClose = Math.abs(way.x) < width && Math.abs(way.y) < spans[0]!.offsetHeight + CLEAR_OF_POINT
    northern.getElement()?.classList.toggle('above', isClose)
  }
  place()
  map.on('zoomend', place)
}

/** Pixels from a turnpoint to a label that has no room at its place. */
const FANNED = [26, 42]
/** Turned from the way that leads away from the others. */
const TURNS = [0, 45, -45, 90, -90, 135, -135, 180].map((degrees) => (degrees * Math.PI) / 180)

/** Numbered. Labels that would cover each other fan out, each with a line to its place; placed at each zoom. */
export function addTurnpoints(map: L.Map, shape: L.LayerGroup, places: readonly L.LatLngTuple[]): void {
  const markers = places.map((at, index) => addLabel(shape, at, 'turnpoint', String(index + 1)))
  const place = () => {
    const shown = markers.flatMap((marker) => {
      const element = marker.getElement()
      const span = element?.firstElementChild as HTMLElement | null | undefined
      return element && span ? [{ element, span, at: map.project(marker.getLatLng()) }] : []
    })
    const taken = listBoxes(map, '.map-label.end span')
    const home = shown.map(({ at, span }) => boxAround(at, span))
    shown.forEach(({ element, span, at }, index) => {
      const others = shown.filter((_, other) => other !== index && overlap(home[index]!, home[other]!))
      const isFree = (box: Box) => !taken.some((other) => overlap(box, other))
      const isHome = others.length === 0 && isFree(home[index]!)
      const free = isHome ? [at] : fan(at, others).filter((place) => isFree(boxAround(place, span)))
      // Its line should cross no label either.
      const best = free.find((place) => isFree(boxOn(at.add(place).divideBy(2)))) ?? free[0]
      moveAside(element, (best ?? at).subtract(at))
      taken.push(boxAround(best ?? at, span))
    })
  }
  place()
  map.on('zoomend', place)
  shape.on('add', place)
}

/** The nearest first, and those that lead away from the others. */
function fan(at: L.Point, others: readonly { at: L.Point }[]): L.Point[] {
  const away = others.reduce((sum, other) => sum.add(at.subtract(other.at)), L.point(0, 0))
  const angle = Math.atan2(away.y, away.x)
  return FANNED.flatMap((distance) =>
    TURNS.map((turn) => at.add(L.point(Math.cos(angle + turn), Math.sin(angle + turn)).multiplyBy(distance))),
  )
}

function moveAside(element: HTMLElement, { x, y }: L.Point): void {
  element.classList.toggle('aside', x !== 0 || y !== 0)
  element.style.setProperty('--x', `${x}px`)
  element.style.setProperty('--y', `${y}px`)
  element.style.setProperty('--length', `${Math.hypot(x, y)}px`)
  element.style.setProperty('--turn', `${Math.atan2(y, x)}rad`)
}

/** On the leg or at its side, in pixels. */
const ASIDE = [0, 24, -24, 40, -40]
/** Where on the leg, from its start. */
const ALONG = [0.5, 0.38, 0.62, 0.25, 0.75]

/** Placed at each zoom: off the other labels, off the track where that can be, or else not at all. */
export function addLegLabels(
  map: L.Map,
  shape: L.LayerGroup,
  legs: readonly Leg[],
  grids: (scale: number) => TrackGrid,
): void {
  const labels = legs.map((leg) => ({ leg, marker: addLabel(shape, leg.from, 'leg', leg.text) }))
  const place = () => {
    const isOnTrack = grids(256 * 2 ** map.getZoom())
    const taken = listBoxes(map, '.map-label:not(.leg) span')
    for (const { leg, marker } of labels) {
      const span = marker.getElement()?.firstElementChild as HTMLElement | null | undefined
      // Not on the map while the layer is hidden.
      if (!span) continue
      // Hidden it would have no size.
      span.hidden = false
      const places = listPlaces(map, leg)
      const boxOf = (at: L.Point) => boxAround(at, span)
      const free = places.filter((at) => !taken.some((box) => overlap(box, boxOf(at))))
      const best = free.find((at) => !isOnTrack(boxOf(at))) ?? free[0]
      span.hidden = best === undefined
      if (!best) continue
      marker.setLatLng(map.unproject(best))
      taken.push(boxOf(best))
    }
  }
  place()
  map.on('zoomend', place)
  shape.on('add', place)
}

function listPlaces(map: L.Map, { from, to }: Leg): L.Point[] {
  const start = map.project(from)
  const way = map.project(to).subtract(start)
  const length = Math.hypot(way.x, way.y) || 1
  const across = L.point(-way.y / length, way.x / length)
  return ASIDE.flatMap((aside) =>
    ALONG.map((along) => start.add(way.multiplyBy(along)).add(across.multiplyBy(aside))),
  )
}

const boxOn = ({ x, y }: L.Point): Box => ({ left: x - 2, top: y - 2, right: x + 2, bottom: y + 2 })

function boxAround({ x, y }: L.Point, { offsetWidth, offsetHeight }: HTMLElement): Box {
  const [width, height] = [offsetWidth / 2 + 2, offsetHeight / 2 + 2]
  return { left: x - width, top: y - height, right: x + width, bottom: y + height }
}

/** Labels as they are on the screen. */
export function listBoxes(map: L.Map, selector: string): Box[] {
  const corner = map.getContainer().getBoundingClientRect()
  const { min } = map.getPixelBounds()
  const [byX, byY] = [(min?.x ?? 0) - corner.left, (min?.y ?? 0) - corner.top]
  const spans = map.getContainer().querySelectorAll(selector)
  return [...spans].map((span) => {
    const { left, top, right, bottom } = span.getBoundingClientRect()
    return { left: left + byX, top: top + byY, right: right + byX, bottom: bottom + byY }
  })
}
