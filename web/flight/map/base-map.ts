// The offline base map: land, water, rivers, borders and names, from the shapes the server clips to the view.
import { texts } from '../../language/texts.ts'
import * as L from 'leaflet'
import type { MapView } from '#dashboard/map.ts'
import { get } from '../../parts/api.ts'
import { pause } from '../pause.ts'
import { CanvasLayer, type Screen } from './canvas-layer.ts'
import { drawNames } from './names.ts'
import { type Colours, paintAreas, paintLines, readColours } from './painting.ts'
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
  /** Water, lines and names in a pane above the land, where something is drawn between them. */
  private readonly above: UpperLayer | undefined

  private readonly grids: TrackGrids
  private readonly sign = createSign()

  constructor(paneOfNames: string, grids: TrackGrids) {
    super({ padding: 0.1, pane: 'base' })
    this.grids = grids
    if (paneOfNames !== 'base') this.above = new UpperLayer(paneOfNames, grids, () => this.shown)
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
      // The track is still drawn, on bare land; the next move tries again.
      if (this.requestedPath === query) this.requestedPath = undefined
    }
    if (this.requestedPath === query || this.requestedPath === undefined) this.sign.hidden = true
  }

  draw(context: CanvasRenderingContext2D, screen: Screen): (() => void) | undefined {
    const colours = readColours()
    const { shown } = this
    context.fillStyle = shown?.background === 'water' ? colours.water : colours.land
    context.fillRect(0, 0, screen.width, screen.height)
    if (shown?.background === 'water') paintAreas(context, screen, shown, colours)
    return this.above ? undefined : drawAbove(context, screen, shown, colours, this.grids)
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

/** Hill shading ends at the shore: water, lines and names are above it. */
class UpperLayer extends CanvasLayer {
  private readonly find: () => LoadedView | undefined
  private readonly grids: TrackGrids

  constructor(pane: string, grids: TrackGrids, find: () => LoadedView | undefined) {
    super({ padding: 0.1, pane })
    this.grids = grids
    this.find = find
  }

  draw(context: CanvasRenderingContext2D, screen: Screen): (() => void) | undefined {
    return drawAbove(context, screen, this.find(), readColours(), this.grids)
  }
}

function drawAbove(
  context: CanvasRenderingContext2D,
  screen: Screen,
  shown: LoadedView | undefined,
  colours: Colours,
  grids: TrackGrids,
): (() => void) | undefined {
  if (!shown) return undefined
  if (shown.background === 'land') paintAreas(context, screen, shown, colours)
  paintLines(context, screen, shown, colours)
  return () => drawNames(context, screen, shown, colours, grids(screen.scale))
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
