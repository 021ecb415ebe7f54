// The offline base map: land, water, borders, a grid of degrees and names, from the shapes the server clips to the view.
import { texts } from '../../language/texts.ts'
import * as L from 'leaflet'
import type { MapView } from '#dashboard/map.ts'
import { get } from '../../parts/api.ts'
import { pause } from '../pause.ts'
import { CanvasLayer, type Screen } from './canvas-layer.ts'
import { type Colours, readColours } from './base-colours.ts'
import { drawNames } from './names.ts'
import { toX, toY } from './projection.ts'
import type { TrackGrid } from './track-grid.ts'

/** For the scale of a zoom. */
type TrackGrids = (scale: number) => TrackGrid

interface LoadedView extends MapView {
  west: number
  south: number
  east: number
  north: number
  zoom: number
}

export class BaseMap extends CanvasLayer {
  private shown: LoadedView | undefined
  private requestedPath: string | undefined
  /** Grid, borders and names in a pane above the land, where something is drawn between them. */
  private readonly above: LinesLayer | undefined

  private readonly grids: TrackGrids
  private readonly sign = createSign()

  constructor(paneOfNames: string, grids: TrackGrids) {
    super({ padding: 0.1, pane: 'base' })
    this.grids = grids
    if (paneOfNames !== 'base') this.above = new LinesLayer(paneOfNames, grids, () => this.shown)
  }

  override onAdd(map: L.Map): this {
    super.onAdd(map)
    this.above?.addTo(map)
    map.getContainer().append(this.sign)
    map.on('moveend', this.request)
    void pause().then(this.request)
    return this
  }

  override onRemove(map: L.Map): this {
    map.off('moveend', this.request)
    this.above?.remove()
    this.sign.remove()
    return super.onRemove(map)
  }

  /** Requests twice the view: a short move needs no new request. */
  private readonly request = (): void => {
    const { map } = this
    if (!map) return
    const view = map.getBounds()
    const zoom = Math.round(map.getZoom())
    const { shown } = this
    const isCovered =
      shown?.zoom === zoom &&
      shown.west <= clampLongitude(view.getWest()) &&
      shown.east >= clampLongitude(view.getEast()) &&
      shown.south <= Math.max(view.getSouth(), -85) &&
      shown.north >= Math.min(view.getNorth(), 85)
    if (isCovered) return
    const area = snap(view.pad(0.6), zoom)
    const query = `/map?west=${area.west}&south=${area.south}&east=${area.east}&north=${area.north}&zoom=${zoom}`
    if (this.requestedPath === query) return
    this.requestedPath = query
    void this.load(query, { ...area, zoom })
  }

  private async load(query: string, area: Omit<LoadedView, keyof MapView>): Promise<void> {
    this.sign.hidden = false
    try {
      const view = await get<MapView>(query)
      if (this.requestedPath !== query) return
      this.shown = { ...view, ...area }
      this.redraw()
    } catch {
      // The track is still drawn, on the bare grid; the next move tries again.
      if (this.requestedPath === query) this.requestedPath = undefined
    }
    if (this.requestedPath === query || this.requestedPath === undefined) this.sign.hidden = true
  }

  draw(context: CanvasRenderingContext2D, screen: Screen): void {
    const colours = readColours()
    const { shown } = this
    context.fillStyle = shown?.background === 'water' ? colours.water : colours.land
    context.fillRect(0, 0, screen.width, screen.height)
    if (shown) {
      context.fillStyle = shown.background === 'water' ? colours.land : colours.water
      const path = new Path2D()
      const isSmooth = shown.background === 'land'
      for (const rings of shown.areas) {
        for (const ring of rings)
          if (isSmooth) traceSmooth(path, ring, screen)
          else trace(path, ring, screen, true)
      }
      // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
      context.fill(path, 'evenodd')
    }
    if (!this.above) drawLines(context, screen, shown, colours, this.grids)
  }

  override redraw(): void {
    super.redraw()
    this.above?.redraw()
  }
}

/** While land and names are on their way. */
function createSign(): HTMLElement {
  const sign = document.createElement('div')
  sign.className = 'map-loading'
  sign.setAttribute('role', 'status')
  sign.textContent = texts.flight.loadingMap
  sign.hidden = true
  return sign
}

class LinesLayer extends CanvasLayer {
  private readonly find: () => LoadedView | undefined
  private readonly grids: TrackGrids

  constructor(pane: string, grids: TrackGrids, find: () => LoadedView | undefined) {
    super({ padding: 0.1, pane })
    this.grids = grids
    this.find = find
  }

  draw(context: CanvasRenderingContext2D, screen: Screen): void {
    drawLines(context, screen, this.find(), readColours(), this.grids)
  }
}

function drawLines(
  context: CanvasRenderingContext2D,
  screen: Screen,
  shown: LoadedView | undefined,
  colours: Colours,
  grids: TrackGrids,
): void {
  drawGrid(context, screen, colours)
  if (!shown) return
  const borders = new Path2D()
  for (const line of shown.borders) trace(borders, line, screen, false)
  context.strokeStyle = colours.border
  context.lineWidth = 1.4
  context.setLineDash([6, 3, 1.5, 3])
  context.stroke(borders)
  context.setLineDash([])
  drawNames(context, screen, shown, colours, grids(screen.scale))
}

function clampLongitude(degrees: number): number {
  return Math.max(-180, Math.min(180, degrees))
}

/** Snaps to a grid that depends only on the zoom: nearby views make the same request and hit the cache. */
function snap(bounds: L.LatLngBounds, zoom: number) {
  const step = 90 / 2 ** Math.max(zoom - 1, 0)
  const down = (value: number) => Number((Math.floor(value / step) * step).toFixed(6))
  const up = (value: number) => Number((Math.ceil(value / step) * step).toFixed(6))
  return {
    west: clampLongitude(down(bounds.getWest())),
    south: Math.max(down(bounds.getSouth()), -90),
    east: clampLongitude(up(bounds.getEast())),
    north: Math.min(up(bounds.getNorth()), 90),
  }
}

function trace(path: Path2D, points: number[], screen: Screen, isClosed: boolean): void {
  for (let index = 0; index + 1 < points.length; index += 2) {
    const x = toX(points[index] as number) * screen.scale - screen.left
    const y = toY(points[index + 1] as number) * screen.scale - screen.top
    if (index === 0) path.moveTo(x, y)
    else path.lineTo(x, y)
  }
  if (isClosed) path.closePath()
}

/** Shorelines are accurate to a kilometre: curves through the midpoints of their sides look smoother. */
function traceSmooth(path: Path2D, points: number[], screen: Screen): void {
  const count = points.length / 2
  const x = (index: number) => toX(points[(index % count) * 2] as number) * screen.scale - screen.left
  const y = (index: number) => toY(points[(index % count) * 2 + 1] as number) * screen.scale - screen.top
  path.moveTo((x(0) + x(1)) / 2, (y(0) + y(1)) / 2)
  for (let index = 1; index <= count; index++) {
    path.quadraticCurveTo(x(index), y(index), (x(index) + x(index + 1)) / 2, (y(index) + y(index + 1)) / 2)
  }
  path.closePath()
}

const STEPS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30]

function drawGrid(context: CanvasRenderingContext2D, screen: Screen, colours: Colours): void {
  const degreesPerPixel = 360 / screen.scale
  const step = STEPS.find((candidate) => candidate / degreesPerPixel > 130) ?? 30
  const digits = step < 0.1 || step === 0.25 ? 2 : step < 1 ? 1 : 0
  const west = (screen.left / screen.scale) * 360 - 180
  const east = ((screen.left + screen.width) / screen.scale) * 360 - 180
  const north = toLatitude(screen.top / screen.scale)
  const south = toLatitude((screen.top + screen.height) / screen.scale)
  context.strokeStyle = colours.grid
  context.lineWidth = 1
  context.font = '10px Figtree, sans-serif'
  context.fillStyle = colours.label
  context.globalAlpha = 0.9
  context.beginPath()
  for (let degrees = Math.ceil(west / step) * step; degrees <= east; degrees += step) {
    const x = Math.round(toX(degrees) * screen.scale - screen.left) + 0.5
    context.moveTo(x, 0)
    context.lineTo(x, screen.height)
  }
  for (let degrees = Math.ceil(south / step) * step; degrees <= north; degrees += step) {
    const y = Math.round(toY(degrees) * screen.scale - screen.top) + 0.5
    context.moveTo(0, y)
    context.lineTo(screen.width, y)
  }
  context.stroke()
  context.globalAlpha = 0.55
  for (let x = Math.ceil(west / step) * step; x <= east; x += step) {
    for (let y = Math.ceil(south / step) * step; y <= north; y += step) {
      const text = `${Math.abs(y).toFixed(digits)}°${y < 0 ? 'S' : 'N'} ${Math.abs(x).toFixed(digits)}°${x < 0 ? 'W' : 'E'}`
      context.fillText(text, toX(x) * screen.scale - screen.left + 4, toY(y) * screen.scale - screen.top - 4)
    }
  }
  context.globalAlpha = 1
}

function toLatitude(y: number): number {
  return (2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - Math.PI / 2) * (180 / Math.PI)
}
