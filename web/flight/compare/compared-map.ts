// The tracks of a few flights on one map, each in its colour, and a dot for each at the moment that is compared.
import * as L from 'leaflet'
import { addBase, addBuiltIn } from '../map/background.ts'
import type { TrackColumns } from '../map/flight-columns.ts'
import { openMap } from '../map/frame.ts'

/** So many points of a track are enough for a line on a screen. */
const MAX_POINTS = 4000

export interface ComparedMap {
  /** The fix of each flight; null where it is not there. */
  point: (fixes: readonly (number | null)[]) => void
  remove: () => void
}

export function showComparedMap(
  element: HTMLElement,
  flights: readonly TrackColumns[],
  colours: readonly string[],
): ComparedMap {
  const { map, layers, remove } = openMap(element, { preferCanvas: true, maxZoom: 16 })
  const lines = flights.map((flight, index) =>
    L.polyline(listPoints(flight), { color: colours[index]!, weight: 3, interactive: false }),
  )
  map.fitBounds(L.featureGroup(lines).getBounds(), { padding: [30, 30], animate: false, maxZoom: 14 })
  for (const line of lines) line.addTo(map)
  addBase(map, layers.terrain, () => addBuiltIn(map, () => () => false))
  const dots = flights.map((_, index) =>
    L.circleMarker([0, 0], {
      radius: 8,
      color: '#fff',
      weight: 3,
      fillColor: colours[index]!,
      fillOpacity: 1,
    }),
  )
  return {
    point(fixes) {
      dots.forEach((dot, index) => {
        const fix = fixes[index] ?? null
        if (fix === null) dot.remove()
        else dot.setLatLng([flights[index]!.latitude[fix]!, flights[index]!.longitude[fix]!]).addTo(map)
      })
    },
    remove,
  }
}

function listPoints({ latitude, longitude }: TrackColumns): L.LatLngTuple[] {
  const step = Math.max(1, Math.ceil(latitude.length / MAX_POINTS))
  const points: L.LatLngTuple[] = []
  for (let index = 0; index < latitude.length; index += step)
    points.push([latitude[index]!, longitude[index]!])
  return points
}
