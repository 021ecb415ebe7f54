// A canvas over the map, redrawn after each move and scaled during a zoom.
// Leaflet's renderer hooks start with an underscore.
/* oxlint-disable no-underscore-dangle */
import * as L from 'leaflet'
import { pause } from '../pause.ts'

/** Parts of Leaflet's renderer that its types leave out; stable since 1.0. */
interface RendererInside {
  _container?: HTMLCanvasElement
  _bounds: L.Bounds
  _map: L.Map
  _update(): void
}

/** Maps the unit square of Web Mercator to pixels of the canvas. */
export interface Screen {
  scale: number
  left: number
  top: number
  width: number
  height: number
  zoom: number
}

export abstract class CanvasLayer extends L.Renderer {
  /** Gives back what may be drawn in a later task; after a move that would flicker. */
  abstract draw(context: CanvasRenderingContext2D, screen: Screen): (() => void) | void

  private screen: Screen | undefined

  /** Called by Leaflet. */
  _initContainer(): void {
    const canvas = document.createElement('canvas')
    canvas.setAttribute('aria-hidden', 'true')
    this.inside._container = canvas
  }

  _destroyContainer(): void {
    this.inside._container?.remove()
    delete this.inside._container
  }

  _update(): void {
    this.update()?.()
  }

  private update(): (() => void) | void {
    const inside = this.inside
    ;(L.Renderer.prototype as unknown as RendererInside)._update.call(this)
    const canvas = inside._container
    const { min } = inside._bounds
    const size = inside._bounds.getSize()
    if (!canvas || !min) return
    const density = Math.min(devicePixelRatio || 1, 2)
    L.DomUtil.setPosition(canvas, min)
    canvas.width = Math.round(size.x * density)
    canvas.height = Math.round(size.y * density)
    canvas.style.width = `${size.x}px`
    canvas.style.height = `${size.y}px`
    const context = canvas.getContext('2d')
    if (!context) return
    context.setTransform(density, 0, 0, density, 0, 0)
    const origin = inside._map.getPixelOrigin()
    const zoom = inside._map.getZoom()
    this.screen = {
      scale: 256 * 2 ** zoom,
      left: origin.x + min.x,
      top: origin.y + min.y,
      width: size.x,
      height: size.y,
      zoom,
    }
    return this.draw(context, this.screen)
  }

  redraw(): void {
    if (!this.inside._map) return
    const drawRest = this.update()
    const { screen } = this
    if (drawRest) void pause().then(() => this.screen === screen && drawRest())
  }

  protected get map(): L.Map | undefined {
    return this.inside._map
  }

  private get inside(): RendererInside {
    return this as unknown as RendererInside
  }
}
