// A circle on the map that a finger, a pointer or the arrow keys move and resize, above a flight as others see it.
import './zone.css'
import * as L from 'leaflet'
import { MAX_ZONE_RADIUS_M, MIN_ZONE_RADIUS_M } from '#dashboard/limits.ts'
import type { Discs, ZonePlace } from '#dashboard/sharing.ts'
import { texts } from '../../language/texts.ts'
import { addBase, addBuiltIn } from '../map/background.ts'
import type { TrackColumns } from '../map/flight-columns.ts'
import { openMap } from '../map/frame.ts'

export interface ZoneView {
  /** The whole flight, dimmed. */
  whole: TrackColumns | undefined
  /** Above it, what others see; undefined while that is not known. */
  seen: TrackColumns | undefined
  /** What is hidden around the place. */
  disc: ZonePlace | undefined
}

export interface ZoneMap {
  /** Moves the circle; `isNear` brings it into view. */
  put: (place: ZonePlace, isNear: boolean) => void
  show: (view: ZoneView) => void
  remove: () => void
}

/** Smaller circles are drawn as they are, in a target of this size. */
const TARGET_PIXELS = 44
/** Metres around the circle that are in view: what is hidden reaches up to two kilometres farther. */
const AROUND_M = 2200
const STEP_M = 50
const LONG_STEP_M = 500
const METRES_PER_DEGREE = 111_195
const MAX_LATITUDE = 85

/** North and east. */
const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}
const GROWTHS: Record<string, number> = { '+': STEP_M, '=': STEP_M, '-': -STEP_M }

export function showZoneMap(
  element: HTMLElement,
  start: ZonePlace,
  others: readonly ZonePlace[],
  onChange: (place: ZonePlace) => void,
): ZoneMap {
  const { map, layers, remove } = openMap(element, { preferCanvas: true, keyboard: false, maxZoom: 15 })
  bringNear(map, start)
  const tracks = L.layerGroup().addTo(map)
  for (const other of others) drawCircle(other, DASHED).addTo(map)
  addBase(map, layers.terrain, () => addBuiltIn(map, () => () => false))
  /** Of what others see, the nearest part comes into view once, with a circle that was put somewhere else. */
  let isPut = true
  let middle = start
  const circle = addCircle(map, start, (place) => {
    middle = place
    onChange(place)
  })
  return {
    put(place, isNear) {
      circle.put(place)
      middle = place
      isPut = isNear
      if (isNear) bringNear(map, place)
    },
    show({ whole, seen, disc }) {
      tracks.clearLayers()
      if (disc) drawCircle(disc, HIDDEN).addTo(tracks)
      if (whole) drawTrack(whole, readColour('--ink'), 0.35).addTo(tracks)
      if (!seen) return
      drawTrack(seen, readColour('--sky'), 1).addTo(tracks)
      if (isPut) reach(map, middle, seen)
      isPut = false
    },
    remove,
  }
}

/** A zone with the disc that is hidden for it now, dashed, and the smaller one. */
export function showDiscs(
  element: HTMLElement,
  zone: ZonePlace,
  { now, smaller }: Discs,
): { remove: () => void } {
  const { map, layers, remove } = openMap(element, { preferCanvas: true, maxZoom: 15 })
  const all = [
    drawCircle(now, DASHED),
    drawCircle(smaller, { color: '--sky' }),
    drawCircle(zone, { color: '--danger' }),
  ]
  // The bounds of a circle are known once it is on a map with a view.
  bringNear(map, zone)
  const group = L.featureGroup(all).addTo(map)
  map.fitBounds(group.getBounds(), { animate: false })
  addBase(map, layers.terrain, () => addBuiltIn(map, () => () => false))
  return { remove }
}

const HIDDEN = { color: '--danger', weight: 2, dashArray: '4 5', fillOpacity: 0.08 }
const DASHED = { color: '--ink-soft', weight: 1.5, dashArray: '4 5' }

function drawCircle({ latitude, longitude, radiusM }: ZonePlace, look: L.PathOptions & { color: string }) {
  const color = readColour(look.color)
  return L.circle([latitude, longitude], { radius: radiusM, interactive: false, ...look, color })
}

function bringNear(map: L.Map, { latitude, longitude, radiusM }: ZonePlace): void {
  map.fitBounds(L.latLng(latitude, longitude).toBounds(2 * (radiusM + AROUND_M)), { animate: false })
}

/** Farther than this it is another part of the world. */
const MAX_REACH_M = 20_000

function reach(map: L.Map, { latitude, longitude }: ZonePlace, seen: TrackColumns): void {
  const at = L.latLng(latitude, longitude)
  let nearest: L.LatLng | undefined
  let leastM = MAX_REACH_M
  seen.latitude.forEach((north, index) => {
    const spot = L.latLng(north, seen.longitude[index]!)
    const metres = at.distanceTo(spot)
    if (metres < leastM) [nearest, leastM] = [spot, metres]
  })
  if (!nearest || map.getBounds().pad(-0.15).contains(nearest)) return
  map.fitBounds(L.latLngBounds([at, nearest]), { padding: [50, 50], animate: false })
}

const readColour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

function drawTrack({ latitude, longitude }: TrackColumns, color: string, opacity: number): L.Polyline {
  const points = Array.from(latitude, (north, index): L.LatLngTuple => [north, longitude[index]!])
  return L.polyline(points, { color, opacity, weight: 3, interactive: false })
}

/** Two markers: the circle itself, and a knob on its edge. */
function addCircle(map: L.Map, start: ZonePlace, onChange: (place: ZonePlace) => void) {
  let place = start
  const round = document.createElement('span')
  const middle = L.marker([place.latitude, place.longitude], {
    icon: L.divIcon({ className: 'zone-circle', html: round, iconSize: [TARGET_PIXELS, TARGET_PIXELS] }),
    draggable: true,
    autoPan: true,
    alt: texts.sharing.circleKeys,
  }).addTo(map)
  const edge = L.marker([place.latitude, place.longitude], {
    icon: L.divIcon({ className: 'zone-edge', iconSize: [TARGET_PIXELS, TARGET_PIXELS] }),
    draggable: true,
    keyboard: false,
    zIndexOffset: 1000,
  }).addTo(map)
  /** Pixels from a small circle to its knob: a finger finds both. It stays while the knob is dragged. */
  let gap: number | undefined
  const metresPerPixel = () => {
    const east = map.layerPointToLatLng(map.latLngToLayerPoint([place.latitude, 0]).add([100, 0]))
    return map.distance([place.latitude, 0], [place.latitude, east.lng]) / 100
  }
  const draw = () => {
    const at = L.latLng(place.latitude, place.longitude)
    middle.setLatLng(at)
    const radius = place.radiusM / metresPerPixel()
    const beyond = radius + (gap ?? Math.max(0, TARGET_PIXELS - radius))
    edge.setLatLng(map.layerPointToLatLng(map.latLngToLayerPoint(at).add([beyond, 0])))
    edge.getElement()!.style.setProperty('--gap', `${beyond - radius}px`)
    resize(round, 2 * radius)
    const target = Math.max(TARGET_PIXELS, 2 * radius)
    const box = middle.getElement()!
    resize(box, target)
    box.style.margin = `${-target / 2}px 0 0 ${-target / 2}px`
  }
  const change = (next: ZonePlace) => {
    place = tidy(next)
    draw()
    onChange(place)
  }
  middle.on('drag', () => {
    const { lat, lng } = middle.getLatLng()
    change({ ...place, latitude: lat, longitude: lng })
  })
  edge.on('dragstart', () => (gap = Math.max(0, TARGET_PIXELS - place.radiusM / metresPerPixel())))
  edge.on('drag', () => {
    const at = map.latLngToLayerPoint([place.latitude, place.longitude])
    const pixels = map.latLngToLayerPoint(edge.getLatLng()).distanceTo(at) - (gap ?? 0)
    change({ ...place, radiusM: pixels * metresPerPixel() })
  })
  edge.on('dragend', () => {
    gap = undefined
    draw()
  })
  const box = middle.getElement()!
  box.setAttribute('role', 'application')
  box.setAttribute('aria-label', texts.sharing.circleKeys)
  edge.getElement()!.setAttribute('aria-hidden', 'true')
  box.addEventListener('keydown', (event) => {
    const next = moveByKey(place, event)
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    change(next)
    map.panInside([place.latitude, place.longitude], { padding: [60, 60], animate: false })
  })
  map.on('zoomend', draw)
  draw()
  return {
    put(next: ZonePlace) {
      place = next
      draw()
    },
  }
}

function resize({ style }: HTMLElement, pixels: number): void {
  style.width = `${pixels}px`
  style.height = `${pixels}px`
}

function moveByKey(place: ZonePlace, { key, shiftKey }: KeyboardEvent): ZonePlace | undefined {
  const growth = GROWTHS[key]
  if (growth !== undefined) return { ...place, radiusM: place.radiusM + growth }
  const arrow = ARROWS[key]
  if (!arrow) return undefined
  const metres = shiftKey ? LONG_STEP_M : STEP_M
  return {
    ...place,
    latitude: place.latitude + (arrow[0] * metres) / METRES_PER_DEGREE,
    longitude: place.longitude + arrow[1] * toEast(metres, place.latitude),
  }
}

function toEast(metres: number, latitude: number): number {
  return metres / METRES_PER_DEGREE / Math.cos((latitude * Math.PI) / 180)
}

/** Within what the service takes: to a metre, and across the antimeridian. */
function tidy({ latitude, longitude, radiusM }: ZonePlace): ZonePlace {
  const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
  return {
    latitude: round5(within(latitude, -MAX_LATITUDE, MAX_LATITUDE)),
    longitude: round5(((((longitude + 180) % 360) + 360) % 360) - 180),
    radiusM: Math.round(within(radiusM, MIN_ZONE_RADIUS_M, MAX_ZONE_RADIUS_M) / 10) * 10,
  }
}

const round5 = (degrees: number) => Math.round(degrees * 1e5) / 1e5
