// Altitude over time below the map; they share a cursor.
import { format } from '../../language/texts.ts'
import 'uplot/dist/uPlot.min.css'
import uPlot from 'uplot'
import type { Cursor } from '../cursor.ts'
import { findFix, type Selection, type Stretch } from '../stretch.ts'
import { formatClock } from '../../parts/format.ts'
import { createBubble, type Describe } from './bubble.ts'
import type { FlightColumns } from './flight-columns.ts'

export { showComparedChart } from '../compare/compared-chart.ts'

/** Among the series of the chart: the first is time, the second the ground. */
const FLIGHT = 2

/** A stretch of time marked above the curve. */
export interface Band {
  /** Seconds since 1970. */
  from: number
  to: number
  /** A custom property, such as --sun. */
  colour: string
  /** From the top: phases are in the first row, airspaces in the second. */
  row: 0 | 1
}

const BAND_HEIGHT = 6

export interface Barogram {
  /** In place of those of a row that are shown already. */
  showBands: (row: Band['row'], bands: readonly Band[]) => void
  /** Heights below each fix, in metres; null where unknown. */
  showGround: (heights: (number | null)[]) => void
  remove: () => void
}

export function showBarogram(
  element: HTMLElement,
  columns: FlightColumns,
  utcOffsetSeconds: number,
  cursor: Cursor,
  selection: Selection,
  describeMoment: Describe,
): Barogram {
  const bubble = createBubble()
  let bands: readonly Band[] = []
  let ground: (number | null)[] = Array.from(columns.seconds, () => null)
  /** In the reader's unit: the axis has round numbers. */
  const scale = (metres: number) => format.convert('altitude', metres)
  const altitudes = columns.altitude.map(scale)
  const listRows = (): uPlot.AlignedData => [columns.seconds, ground, altitudes]
  let isFollowing = false
  let plot = draw()

  function draw(): uPlot {
    const options = describe(element, utcOffsetSeconds, take)
    options.hooks = {
      ...options.hooks,
      draw: [(drawn) => dimRest(drawn, columns, selection.stretch)],
      drawAxes: [(drawn) => drawBands(drawn, bands)],
      setSelect: [choose],
    }
    const drawn = new uPlot(options, listRows(), element)
    bubble.element.hidden = true
    drawn.over.append(bubble.element)
    return drawn
  }
  /** On the side of the cursor that has more room. */
  function placeBubble(index: number, left: number, isOnChart: boolean) {
    bubble.show(describeMoment(index))
    const { clientWidth } = plot.over
    bubble.element.hidden = !isOnChart
    const isRight = left > clientWidth / 2
    Object.assign(bubble.element.style, {
      left: isRight ? 'auto' : `${left + 12}px`,
      right: isRight ? `${clientWidth - left + 12}px` : 'auto',
    })
  }
  /** Dragging selects a stretch. */
  function choose(drawn: uPlot) {
    const { select } = drawn
    if (select.width <= 0) return
    const at = (left: number) => findFix(columns.seconds, drawn.posToVal(left, 'x'))
    const stretch = { from: at(select.left), to: at(select.left + select.width) }
    drawn.setSelect({ ...select, width: 0, height: 0 }, false)
    if (stretch.to > stretch.from) selection.set(stretch)
  }
  function show(stretch: Stretch | undefined) {
    const [first, last] = [0, columns.seconds.length - 1]
    const { from, to } = stretch ?? { from: first, to: last }
    const [start, end] = [columns.seconds[from] as number, columns.seconds[to] as number]
    // With some of its surroundings, to show where it is.
    const margin = stretch ? Math.max(30, (end - start) / 4) : 0
    const [low, high] = [columns.seconds[first] as number, columns.seconds[last] as number]
    // At once, or the cursor would be placed by the scale of before.
    isFollowing = true
    plot.batch(() =>
      plot.setScale('x', { min: Math.max(low, start - margin), max: Math.min(high, end + margin) }),
    )
    isFollowing = false
    placeCursor(cursor.index, false)
  }
  const stopShowing = selection.listen(show)
  // A double click shows all of it again.
  const reset = () => selection.set(undefined)
  element.addEventListener('dblclick', reset)
  function take(index: number | null | undefined) {
    if (!isFollowing) cursor.set(index ?? undefined, true)
  }
  function placeCursor(index: number | undefined, isOnChart: boolean) {
    isFollowing = true
    const left = index === undefined ? -1 : plot.valToPos(columns.seconds[index] as number, 'x')
    if (index === undefined || left < 0 || left > plot.over.clientWidth) {
      plot.setCursor({ left: -10, top: -10 })
      bubble.element.hidden = true
    } else {
      plot.setCursor({ left, top: plot.valToPos(altitudes[index] as number, 'y') })
      placeBubble(index, left, isOnChart)
    }
    isFollowing = false
  }
  const stopListening = cursor.listen(placeCursor)
  const observer = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = element
    // The observer also fires once with the initial size.
    if (width !== plot.width || height !== plot.height) plot.setSize({ width, height })
  })
  observer.observe(element)
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  const redraw = () => {
    plot.destroy()
    plot = draw()
  }
  scheme.addEventListener('change', redraw)
  return {
    showBands(row, more) {
      bands = [...bands.filter((band) => band.row !== row), ...more]
      plot.redraw(false)
    },
    showGround(heights) {
      ground = heights.map((height) => (height === null ? null : scale(height)))
      plot.setData(listRows())
    },
    remove() {
      observer.disconnect()
      scheme.removeEventListener('change', redraw)
      stopListening()
      stopShowing()
      element.removeEventListener('dblclick', reset)
      plot.destroy()
    },
  }
}

function describe(
  element: HTMLElement,
  utcOffsetSeconds: number,
  take: (index: number | null | undefined) => void,
): uPlot.Options {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(name).trim()
  const axis = {
    stroke: read('--ink-soft'),
    font: '12px Figtree, sans-serif',
    grid: { stroke: read('--chart-grid'), width: 1 },
    ticks: { show: false },
  }
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [12, 8, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false },
      points: { size: (_plot, series) => (series === FLIGHT ? 9 : 0), fill: read('--sun') },
    },
    scales: { x: { time: true } },
    axes: [
      {
        ...axis,
        size: 28,
        // In a flight of some minutes the ticks are seconds apart.
        values: (_plot, ticks) => {
          const withSeconds = ticks.some((tick) => tick % 60 !== 0)
          return ticks.map((tick) => formatClock(tick, utcOffsetSeconds, withSeconds))
        },
      },
      {
        ...axis,
        size: 62,
        values: (_plot, ticks) => ticks.map((tick) => `${format.number(tick)} ${format.unit('altitude')}`),
      },
    ],
    // The flight is drawn over the ground.
    series: [
      {},
      {
        stroke: read('--ground'),
        width: 1.2,
        fill: read('--ground-wash'),
        points: { show: false },
      },
      {
        stroke: read('--sky'),
        width: 1.8,
        fill: (plot) => fade(plot, read('--sky')),
        points: { show: false },
      },
    ],
    hooks: { setCursor: [(plot) => take(plot.cursor.idx)] },
  }
}

/** Veils all but the selected stretch. */
function dimRest(plot: uPlot, { seconds }: FlightColumns, stretch: Stretch | undefined): void {
  if (!stretch) return
  const { ctx, bbox } = plot
  const right = bbox.left + bbox.width
  const at = (index: number) =>
    Math.min(right, Math.max(bbox.left, plot.valToPos(seconds[index] as number, 'x', true)))
  ctx.save()
  ctx.globalAlpha = 0.7
  ctx.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--card').trim()
  ctx.fillRect(bbox.left, bbox.top, at(stretch.from) - bbox.left, bbox.height)
  ctx.fillRect(at(stretch.to), bbox.top, right - at(stretch.to), bbox.height)
  ctx.restore()
}

function drawBands(plot: uPlot, bands: readonly Band[]): void {
  const { ctx, bbox } = plot
  const style = getComputedStyle(document.documentElement)
  const height = BAND_HEIGHT * devicePixelRatio
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  for (const { from, to, colour, row } of bands) {
    const [left, right] = [plot.valToPos(from, 'x', true), plot.valToPos(to, 'x', true)]
    ctx.fillStyle = style.getPropertyValue(colour).trim()
    ctx.fillRect(left, bbox.top + row * 1.5 * height, Math.max(2, right - left), height)
  }
  ctx.restore()
}

function fade(plot: uPlot, colour: string): CanvasGradient {
  const { top, height } = plot.bbox
  const gradient = plot.ctx.createLinearGradient(0, top, 0, top + Math.max(height, 1))
  gradient.addColorStop(0, `${colour}66`)
  gradient.addColorStop(1, `${colour}08`)
  return gradient
}
