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
    const taken = listFixed(map)
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

function boxAround({ x, y }: L.Point, { offsetWidth, offsetHeight }: HTMLElement): Box {
  const [width, height] = [offsetWidth / 2 + 2, offsetHeight / 2 + 2]
  return { left: x - width, top: y - height, right: x + width, bottom: y + height }
}

/** Labels that are always shown, as they are on the screen. */
function listFixed(map: L.Map): Box[] {
  const corner = map.getContainer().getBoundingClientRect()
  const { min } = map.getPixelBounds()
  const [byX, byY] = [(min?.x ?? 0) - corner.left, (min?.y ?? 0) - corner.top]
  const spans = map.getContainer().querySelectorAll('.map-label:not(.leg) span')
  return [...spans].map((span) => {
    const { left, top, right, bottom } = span.getBoundingClientRect()
    return { left: left + byX, top: top + byY, right: right + byX, bottom: bottom + byY }
  })
}
