// The map of one flight: base map, track, scored task, and a marker that follows the cursor.
import { preferences, texts } from '../../language/texts.ts'
import * as L from 'leaflet'
import { distanceKm } from '#igc/geodesy.ts'
import type { Certificate, ScoredPoint } from '#contract/certificate.ts'
import { isTriangle } from '../score/certificate.ts'
import { type Leg, listCorners, listLegs } from '../score/legs.ts'
import type { Cursor } from '../cursor.ts'
import { formatClimb, formatDistance } from '../../parts/format.ts'
import { addBase, addBuiltIn, addPane } from './background.ts'
import type { BaseMap } from './base-map.ts'
import { createBubble, type Describe } from './bubble.ts'
import type { ColourBy } from './colours.ts'
import type { FlightColumns } from './flight-columns.ts'
import { addLabel, addLegLabels, addTurnpoints, keepApart, listBoxes } from './labels.ts'
import { type LayerName, openMap } from './frame.ts'
import { createTrackGrids, overlap, type TrackGrid } from './track-grid.ts'
import { TrackLayer } from './track-layer.ts'
import { listMarked, measureStretch, type Selection, type Stretch } from '../stretch.ts'

/** The map of a logbook is loaded with that of a flight: they share nearly all of their code. */
export { showTracksMap } from '../tracks/tracks-map.ts'
export { showComparedMap } from '../compare/compared-map.ts'
export { showDiscs, showZoneMap } from '../zone/zone-map.ts'

/** Longitude and latitude in turns. */
export interface Outline {
  name: string
  outline: readonly (readonly number[])[]
}

export interface FlightMap {
  /** Draws the map step by step, with pauses in between: each step takes a phone a while. */
  steps: (() => unknown)[]
  colourBy: (by: ColourBy) => void
  /** The whole flight. */
  fit: () => void
  /** Whether the map moves along when the cursor leaves its middle. */
  follow: (isOn: boolean) => void
  showLayer: (layer: LayerName, isShown: boolean) => void
  showAirspaces: (airspaces: readonly Outline[]) => void
  remove: () => void
}

/** Closer than this, take-off and landing share a label. */
const MAX_SHARED_LABEL_KM = 1.5

/** In pixels: a pointer farther from the track than this selects nothing. */
const MAX_POINTER_DISTANCE = 40

export function showFlightMap(
  element: HTMLElement,
  columns: FlightColumns,
  certificate: Certificate | undefined,
  cursor: Cursor,
  selection: Selection,
  describe: Describe,
): FlightMap {
  const { map, layers, remove } = openMap(element, { preferCanvas: true, maxZoom: 17 })
  addPane(map, 'track', 450)
  addPane(map, 'task', 440)

  let base: BaseMap | undefined
  const track = new TrackLayer(columns, 'climb')
  const grids = createTrackGrids(columns)
  /** By the track, or by a label. */
  const coverNames = (scale: number): TrackGrid => {
    const [isOnTrack, labels] = [grids(scale), listBoxes(map, '.map-label span')]
    return (box) => isOnTrack(box) || labels.some((label) => overlap(box, label))
  }
  const marker = followCursor(map, columns, cursor, describe)
  const selected = L.layerGroup().addTo(map)
  const mark = () => track.mark(listMarked(columns, selection, cursor.leg.value))
  const stopShowing = selection.listen((stretch) => {
    mark()
    showStretch(map, columns, stretch)
    selected.clearLayers()
    if (stretch) markStretch(selected, columns, stretch)
  })
  const leg = L.layerGroup().addTo(map)
  const stopPointing = cursor.leg.listen((pointed) => {
    mark()
    leg.clearLayers()
    if (pointed) markLeg(leg, pointed)
  })
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  const redraw = () => {
    base?.redraw()
    track.redraw()
  }
  scheme.addEventListener('change', redraw)
  return {
    steps: [
      () => fitFlight(map, columns),
      () => track.addTo(map),
      () => certificate && addTask(layers.shape, certificate),
      () => addEnds(map, columns),
      () => certificate && addTurnpoints(map, layers.shape, certificate.turnpoints.map(toLatLng)),
      () => grids(256 * 2 ** map.getZoom()),
      () => certificate && addLegs(map, layers.shape, certificate, grids),
      () => addBase(map, layers.terrain, () => (base = addBuiltIn(map, coverNames)), map.getZoom()),
      () => addScale(map),
    ],
    colourBy: (by) => track.colourBy(by),
    fit: () => fitFlight(map, columns),
    follow: marker.follow,
    showLayer(layer, isShown) {
      if (isShown) layers[layer].addTo(map)
      else layers[layer].remove()
    },
    showAirspaces(airspaces) {
      layers.airspace.clearLayers()
      for (const airspace of airspaces) layers.airspace.addLayer(drawAirspace(airspace))
    },
    remove: () => {
      scheme.removeEventListener('change', redraw)
      marker.remove()
      stopShowing()
      stopPointing()
      remove()
    },
  }
}

function fitFlight(map: L.Map, columns: FlightColumns): void {
  map.fitBounds(boundsOf(columns), {
    paddingTopLeft: [44, 56],
    paddingBottomRight: [44, 44],
    animate: false,
    maxZoom: 14,
  })
}

/** A stretch, or the whole flight again. */
function showStretch(map: L.Map, columns: FlightColumns, stretch: Stretch | undefined): void {
  if (!stretch) return fitFlight(map, columns)
  const { latitude, longitude } = columns
  const part = {
    latitude: latitude.subarray(stretch.from, stretch.to + 1),
    longitude: longitude.subarray(stretch.from, stretch.to + 1),
  }
  map.fitBounds(boundsOf(part), { padding: [60, 60], animate: false, maxZoom: 15 })
}

/** Where it begins and ends, and how it climbs. */
function markStretch(layer: L.LayerGroup, columns: FlightColumns, stretch: Stretch): void {
  const at = (index: number): L.LatLngTuple => [columns.latitude[index]!, columns.longitude[index]!]
  addLabel(layer, at(stretch.from), 'stretch', '')
  addLabel(layer, at(stretch.to), 'stretch', formatClimb(measureStretch(columns, stretch).climb))
}

/** Longitudes go on across the antimeridian. */
function drawAirspace({ name, outline }: Outline): L.Polygon {
  let last: number | undefined
  const ring = outline.map(([longitude = 0, latitude = 0]): L.LatLngTuple => {
    last = last === undefined ? longitude : longitude + 360 * Math.round((last - longitude) / 360)
    return [latitude, last]
  })
  const area = L.polygon(ring, { color: readColour('--danger'), weight: 1.5, fillOpacity: 0.08 })
  const text = document.createElement('span')
  text.textContent = name
  return area.bindTooltip(text, { sticky: true })
}

function addScale(map: L.Map): void {
  const isMetric = preferences.units === 'metric'
  L.control.scale({ metric: isMetric, imperial: !isMetric }).addTo(map)
}

function boundsOf({ latitude, longitude }: Pick<FlightColumns, 'latitude' | 'longitude'>): L.LatLngBounds {
  const bounds = L.latLngBounds([])
  const step = Math.max(1, Math.floor(latitude.length / 2000))
  for (let index = 0; index < latitude.length; index += step) {
    bounds.extend([latitude[index] as number, longitude[index] as number])
  }
  return bounds
}

/** Of the scored shape, wider and in the colour of what is selected. */
function markLeg(layer: L.LayerGroup, { ends }: Leg): void {
  const look = { color: readColour('--sun'), weight: 6, opacity: 0.85, interactive: false }
  L.polyline(ends.map(toLatLng), { ...look, renderer: L.svg({ pane: 'task' }) }).addTo(layer)
}

function addTask(shape: L.LayerGroup, certificate: Certificate): void {
  const { start, finish } = certificate
  if (!start || !finish) return
  // Another canvas of the map's size would take longer than everything else here.
  const renderer = L.svg({ pane: 'task' })
  L.polyline(listCorners(certificate).map(toLatLng), {
    renderer,
    color: readColour('--ink'),
    weight: 2.5,
    interactive: false,
  }).addTo(shape)
  if (isTriangle(certificate)) {
    const closing = [toLatLng(start), toLatLng(finish)]
    L.polyline(closing, {
      renderer,
      color: readColour('--ink'),
      weight: 2,
      dashArray: '3 6',
      interactive: false,
    }).addTo(shape)
  }
}

type TrackGrids = (scale: number) => TrackGrid

function addLegs(map: L.Map, shape: L.LayerGroup, certificate: Certificate, grids: TrackGrids): void {
  const legs = listLegs(certificate)
    .filter(({ km }) => km >= 1)
    .map(({ km, ends: [from, to] }) => ({ from: toLatLng(from), to: toLatLng(to), text: formatDistance(km) }))
  addLegLabels(map, shape, legs, grids)
}

function readColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

function toLatLng(point: ScoredPoint): L.LatLngTuple {
  return [point.latitude, point.longitude]
}

function addEnds(map: L.Map, { latitude, longitude }: FlightColumns): void {
  const last = latitude.length - 1
  const takeoff: L.LatLngTuple = [latitude[0] as number, longitude[0] as number]
  const landing: L.LatLngTuple = [latitude[last] as number, longitude[last] as number]
  if (distanceKm(takeoff[0], takeoff[1], landing[0], landing[1]) < MAX_SHARED_LABEL_KM) {
    addLabel(map, takeoff, 'end takeoff both', texts.flight.takeoffAndLanding)
    return
  }
  keepApart(map, [
    addLabel(map, landing, 'end landing', texts.flight.landing),
    addLabel(map, takeoff, 'end takeoff', texts.flight.takeoff),
  ])
}

/** Share of the map's width and height, on each side of its middle. */
const FOLLOWED = 0.3

interface CursorMarker {
  follow: (isOn: boolean) => void
  remove: () => void
}

function followCursor(map: L.Map, columns: FlightColumns, cursor: Cursor, describe: Describe): CursorMarker {
  const icon = L.divIcon({ className: 'map-cursor', iconSize: [18, 18] })
  const marker = L.marker([0, 0], { icon, interactive: false, keyboard: false, zIndexOffset: 1000 })
  const bubble = createBubble()
  marker.bindTooltip(bubble.element, {
    permanent: true,
    direction: 'auto',
    offset: [14, 0],
    opacity: 1,
    className: 'map-bubble',
  })
  let isFollowing = false
  let isPointed = false
  const point = (index: number | undefined) => {
    // A map that moves away from the pointer would be no use.
    isPointed = true
    cursor.set(index)
    isPointed = false
  }
  map.on('mousemove', (event) => point(findNearest(map, columns, event.containerPoint)))
  map.on('mouseout', () => point(undefined))
  map.on('click', (event) => point(findNearest(map, columns, event.containerPoint)))
  const remove = cursor.listen((index, isOnChart) => {
    if (index === undefined) {
      marker.remove()
      return
    }
    const at = L.latLng(columns.latitude[index] as number, columns.longitude[index] as number)
    bubble.element.hidden = isOnChart
    bubble.show(describe(index))
    marker.setLatLng(at)
    if (!map.hasLayer(marker)) marker.addTo(map)
    // Its size may have changed.
    marker.getTooltip()?.update()
    if (isFollowing && !isPointed && isOff(map, at)) map.panTo(at, { animate: false })
  })
  return { follow: (isOn) => (isFollowing = isOn), remove }
}

function isOff(map: L.Map, at: L.LatLng): boolean {
  const size = map.getSize()
  const { x, y } = map.latLngToContainerPoint(at).subtract(size.divideBy(2))
  return Math.abs(x) > size.x * FOLLOWED || Math.abs(y) > size.y * FOLLOWED
}

function findNearest(map: L.Map, { x, y }: FlightColumns, pointer: L.Point): number | undefined {
  const scale = 256 * 2 ** map.getZoom()
  const { min } = map.getPixelBounds()
  const wantedX = ((min?.x ?? 0) + pointer.x) / scale
  const wantedY = ((min?.y ?? 0) + pointer.y) / scale
  let nearest: number | undefined
  let nearestSquared = (MAX_POINTER_DISTANCE / scale) ** 2
  for (let index = 0; index < x.length; index++) {
    const squared = ((x[index] as number) - wantedX) ** 2 + ((y[index] as number) - wantedY) ** 2
    if (squared >= nearestSquared) continue
    nearestSquared = squared
    nearest = index
  }
  return nearest
}
