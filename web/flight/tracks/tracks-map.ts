// The tracks of many flights on one map; a click opens the flight of the nearest.
import * as L from 'leaflet'
import { CanvasLayer, type Screen } from '../map/canvas-layer.ts'
import { addBase, addBuiltIn, addPane } from '../map/background.ts'
import { openMap } from '../map/frame.ts'
import { projectColumns } from '../map/projection.ts'
import { texts } from '../../language/texts.ts'
import { chooseRegion, cluster, type Start } from './starts.ts'

interface TrackLine {
  id: string
  date: string
  /** As GET /app/api/flights/tracks has it, or latitudes and longitudes in turns. */
  line: string | number[]
}

/** On the unit square of Web Mercator. */
interface Drawn extends TrackLine {
  x: Float64Array
  y: Float64Array
}

/** In pixels: a pointer farther from every track than this opens none. */
const MAX_POINTER_DISTANCE = 12

/** From here on tracks speak for themselves. */
const CLUSTERS_BELOW_ZOOM = 9
const CLUSTER_PIXELS = 44

export interface TracksMap {
  remove: () => void
}

export function showTracksMap(
  element: HTMLElement,
  lines: readonly TrackLine[],
  { open, describe }: { open: (id: string) => void; describe: (date: string) => string },
): TracksMap {
  const { map, layers, remove } = openMap(element, { maxZoom: 15 })
  addPane(map, 'track', 450)
  const starts: TrackStart[] = []
  const drawn = lines.map((line): Drawn => {
    const { latitude, longitude } = toColumns(line.line)
    const bounds = L.latLngBounds(latitude.map((degrees, index) => [degrees, longitude[index]!]))
    if (bounds.isValid()) starts.push({ latitude: latitude[0]!, longitude: longitude[0]!, bounds })
    return { ...line, ...projectColumns(latitude, longitude) }
  })
  fitRegion(map, starts)
  showStarts(map, starts)
  const layer = new TracksLayer(drawn).addTo(map)
  addBase(map, layers.terrain, () => addBuiltIn(map, () => () => false))
  const nearest = (event: L.LeafletMouseEvent) => layer.find(map.latLngToContainerPoint(event.latlng), map)
  const tip = L.tooltip({ direction: 'top', offset: [0, -8] })
  map.on('click', (event) => {
    const found = nearest(event)
    if (found) open(found.id)
  })
  map.on('mousemove', (event) => {
    const found = nearest(event)
    element.style.cursor = found ? 'pointer' : ''
    if (found) tip.setLatLng(event.latlng).setContent(describe(found.date)).addTo(map)
    else tip.remove()
  })
  map.on('mouseout', () => tip.remove())
  return { remove }
}

interface TrackStart extends Start {
  readonly bounds: L.LatLngBounds
}

function fitRegion(map: L.Map, starts: readonly TrackStart[]): void {
  const bounds = L.latLngBounds([])
  for (const start of chooseRegion(starts)) bounds.extend(start.bounds)
  if (bounds.isValid()) map.fitBounds(bounds, { padding: [30, 30], animate: false, maxZoom: 12 })
  else map.setView([46.5, 8], 5)
}

/** How many flights began at a place, while the map shows too much to tell their tracks apart. */
function showStarts(map: L.Map, starts: readonly TrackStart[]): void {
  const markers = L.layerGroup().addTo(map)
  const draw = () => {
    markers.clearLayers()
    if (map.getZoom() >= CLUSTERS_BELOW_ZOOM) return
    const points = starts.map((start) => {
      const { x, y } = map.project([start.latitude, start.longitude])
      return { x, y, start }
    })
    for (const group of cluster(points, CLUSTER_PIXELS)) markers.addLayer(drawCluster(map, group))
  }
  map.on('zoomend', draw)
  draw()
}

function drawCluster(map: L.Map, group: readonly { start: TrackStart }[]): L.Marker {
  const { latitude, longitude } = group[0]!.start
  const html = `<span>${group.length}</span>`
  const icon = L.divIcon({ className: 'map-cluster', iconSize: [CLUSTER_PIXELS, CLUSTER_PIXELS], html })
  const bounds = L.latLngBounds([])
  for (const { start } of group) bounds.extend(start.bounds)
  const title = texts.own.tracks(group.length)
  return L.marker([latitude, longitude], { icon, title, alt: title }).on('click', () =>
    map.fitBounds(bounds, { padding: [30, 30], maxZoom: 12 }),
  )
}

class TracksLayer extends CanvasLayer {
  private readonly tracks: readonly Drawn[]

  constructor(tracks: readonly Drawn[]) {
    super({ padding: 0.1, pane: 'track' })
    this.tracks = tracks
  }

  draw(context: CanvasRenderingContext2D, { scale, left, top }: Screen): void {
    const style = getComputedStyle(document.documentElement)
    const path = new Path2D()
    for (const { x, y } of this.tracks)
      for (let index = 0; index < x.length; index++) {
        const [here, down] = [x[index]! * scale - left, y[index]! * scale - top]
        if (index === 0) path.moveTo(here, down)
        else path.lineTo(here, down)
      }
    context.lineJoin = 'round'
    context.lineWidth = 1.6
    // Where many have flown the lines add up.
    context.globalAlpha = Math.max(0.25, Math.min(0.85, 20 / Math.sqrt(this.tracks.length || 1) / 2))
    context.strokeStyle = style.getPropertyValue('--sky').trim()
    context.stroke(path)
    context.globalAlpha = 1
  }

  /** The track at a point of the map, if there is one. */
  find(point: L.Point, map: L.Map): Drawn | undefined {
    const scale = 256 * 2 ** map.getZoom()
    const origin = map.getPixelOrigin().subtract(map.containerPointToLayerPoint([0, 0]).multiplyBy(-1))
    const [x, y] = [point.x + origin.x, point.y + origin.y]
    let [found, least] = [undefined as Drawn | undefined, MAX_POINTER_DISTANCE]
    for (const track of this.tracks)
      for (let index = 1; index < track.x.length; index++) {
        const metres = distanceToSegment(
          x,
          y,
          track.x[index - 1]! * scale,
          track.y[index - 1]! * scale,
          track.x[index]! * scale,
          track.y[index]! * scale,
        )
        if (metres < least) [found, least] = [track, metres]
      }
    return found
  }
}

function distanceToSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}

const toColumns = (line: string | number[]) =>
  typeof line === 'string'
    ? decodeLine(line)
    : { latitude: line.filter((_, at) => at % 2 === 0), longitude: line.filter((_, at) => at % 2 === 1) }

/** An encoded polyline: steps of 0.00001 degrees, five bits a character. */
export function decodeLine(line: string): { latitude: number[]; longitude: number[] } {
  const axes: [number[], number[]] = [[], []]
  const last = [0, 0]
  for (let [at, axis] = [0, 0]; at < line.length; axis = 1 - axis) {
    let [value, factor, part] = [0, 1, 0]
    do {
      part = line.charCodeAt(at++) - 63
      value += (part % 32) * factor
      factor *= 32
    } while (part >= 32)
    last[axis]! += value % 2 === 1 ? -(value + 1) / 2 : value / 2
    axes[axis === 0 ? 0 : 1].push(last[axis]! / 1e5)
  }
  return { latitude: axes[0], longitude: axes[1] }
}
