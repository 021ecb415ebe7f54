// The coloured track: tens of thousands of fixes in a few strokes.
import type { FlightColumns } from './flight-columns.ts'
import { CanvasLayer, type Screen } from './canvas-layer.ts'
import type { Stretch } from '../stretch.ts'
import { BUCKETS, type ColourBy, colourRamp, findBucket } from './colours.ts'

/** Of the rest of a track, while a part of it is marked. */
const DIMMED = 0.3

export class TrackLayer extends CanvasLayer {
  private bucketOf: (index: number) => number
  private ramp: string[]
  private readonly columns: FlightColumns
  private marked: readonly Stretch[] = []

  constructor(columns: FlightColumns, by: ColourBy) {
    super({ padding: 0.1, pane: 'track' })
    this.columns = columns
    this.ramp = colourRamp(by)
    this.bucketOf = findBucket(by, columns)
  }

  colourBy(by: ColourBy): void {
    this.ramp = colourRamp(by)
    this.bucketOf = findBucket(by, this.columns)
    this.redraw()
  }

  /** Dims the rest of the track. */
  mark(stretches: readonly Stretch[]): void {
    this.marked = stretches
    this.redraw()
  }

  draw(context: CanvasRenderingContext2D, screen: Screen): void {
    const whole = { from: 0, to: this.columns.x.length - 1 }
    context.globalAlpha = this.marked.length > 0 ? DIMMED : 1
    this.drawPart(context, screen, whole)
    context.globalAlpha = 1
    for (const stretch of this.marked) this.drawPart(context, screen, stretch)
  }

  private drawPart(context: CanvasRenderingContext2D, screen: Screen, { from, to }: Stretch): void {
    const { x, y } = this.columns
    const whole = new Path2D()
    const parts = Array.from({ length: BUCKETS }, () => new Path2D())
    let [lastX, lastY, lastBucket] = [Number.NaN, Number.NaN, -1]
    for (let index = from; index <= to; index++) {
      const here = (x[index] as number) * screen.scale - screen.left
      const down = (y[index] as number) * screen.scale - screen.top
      if (index === from) whole.moveTo(here, down)
      // Less than a pixel away: invisible.
      else if (Math.abs(here - lastX) < 0.8 && Math.abs(down - lastY) < 0.8 && index < to) continue
      else {
        const bucket = this.bucketOf(index)
        const part = parts[bucket] as Path2D
        if (bucket !== lastBucket) part.moveTo(lastX, lastY)
        part.lineTo(here, down)
        whole.lineTo(here, down)
        lastBucket = bucket
      }
      ;[lastX, lastY] = [here, down]
    }
    context.lineJoin = 'round'
    context.lineCap = 'round'
    context.lineWidth = 5.5
    context.strokeStyle = matchMedia('(prefers-color-scheme: dark)').matches ? '#0b1622b3' : '#ffffffcc'
    context.stroke(whole)
    context.lineWidth = 2.8
    parts.forEach((part, bucket) => {
      context.strokeStyle = this.ramp[bucket] as string
      context.stroke(part)
    })
  }
}
