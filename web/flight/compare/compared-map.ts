// The tracks of a few flights on one map, each in its colour. At the moment that is compared each has a dot with height and
// climb, and the last minutes before it stand out.
import * as L from 'leaflet'
import { addBase, addBuiltIn, addPane } from '../map/background.ts'
import { findFix, type TrackColumns } from '../map/flight-columns.ts'
import { openMap } from '../map/frame.ts'
import type { Seen } from './moving.ts'

/** So many points of a track are enough for a line on a screen. */
const MAX_POINTS = 4000
const TAIL_SECONDS = 300
/** Of a whole track, while its tail stands out. */
const FAINT = 0.35

export interface ComparedMap {
  /** Where each flight is; undefined where it is not. */
  show: (seen: readonly (Seen | undefined)[]) => void
  fit: () => void
  remove: () => void
}

export function showComparedMap(
  element: HTMLElement,
  flights: readonly TrackColumns[],
  colours: readonly string[],
): ComparedMap {
  const { map, layers, remove } = openMap(element, { preferCanvas: true, maxZoom: 16 })
  const lines = flights.map((flight, index) =>
    L.polyline(listPoints(flight, 0, flight.seconds.length - 1), {
      color: colours[index]!,
      weight: 3,
      interactive: false,
    }),
  )
  const fit = () =>
    map.fitBounds(L.featureGroup(lines).getBounds(), { padding: [30, 30], animate: false, maxZoom: 14 })
  fit()
  for (const line of lines) line.addTo(map)
  addBase(map, layers.terrain, () => addBuiltIn(map, () => () => false))
  // On a canvas of its own: the whole tracks are not drawn again with each picture of a replay.
  addPane(map, 'moving', 460)
  const renderer = L.canvas({ pane: 'moving' })
  const movers = flights.map((flight, index) => createMover(flight, colours[index]!, renderer))
  return {
    show(seen) {
      const isMoving = seen.some(Boolean)
      movers.forEach((mover, index) => mover.show(map, seen[index]))
      for (const line of lines)
        if (line.options.opacity !== (isMoving ? FAINT : 1)) line.setStyle({ opacity: isMoving ? FAINT : 1 })
    },
    fit,
    remove,
  }
}

function createMover(flight: TrackColumns, colour: string, renderer: L.Renderer) {
  const tail = L.polyline([], { color: colour, weight: 5, interactive: false, renderer })
  const text = document.createElement('span')
  const icon = L.divIcon({ className: 'map-label compared', html: text, iconSize: [0, 0] })
  const marker = L.marker([0, 0], { icon, interactive: false, keyboard: false })
  const dot = L.circleMarker([0, 0], {
    radius: 7,
    color: '#fff',
    weight: 2.5,
    fillColor: colour,
    fillOpacity: 1,
    interactive: false,
    renderer,
  })
  const parts = [tail, dot, marker]
  return {
    show(map: L.Map, seen: Seen | undefined) {
      if (!seen) return parts.forEach((part) => part.remove())
      const at: L.LatLngTuple = [seen.latitude, seen.longitude]
      const from = findFix(flight.seconds, flight.seconds[seen.fix]! - TAIL_SECONDS)
      tail.setLatLngs([...listPoints(flight, from, seen.fix), at])
      dot.setLatLng(at)
      marker.setLatLng(at)
      text.textContent = seen.text
      if (!map.hasLayer(dot)) parts.forEach((part) => part.addTo(map))
    },
  }
}

function listPoints({ latitude, longitude }: TrackColumns, from: number, to: number): L.LatLngTuple[] {
  const step = Math.max(1, Math.ceil((to - from) / MAX_POINTS))
  const points: L.LatLngTuple[] = []
  for (let index = from; index <= to; index += step) points.push([latitude[index]!, longitude[index]!])
  return points
}
