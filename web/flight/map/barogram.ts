// Altitude over time below the map; they share a cursor.
import { format } from '../../language/texts.ts'
import 'uplot/dist/uPlot.min.css'
import uPlot from 'uplot'
import type { Cursor } from '../cursor.ts'
import { pause } from '../pause.ts'
import { listMarked, type Selection, type Stretch } from '../stretch.ts'
import { formatClock } from '../../parts/format.ts'
import { createBubble, type Describe } from './bubble.ts'
import { findFix, type FlightColumns, thinOut } from './flight-columns.ts'

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

/** In two tasks: making a chart and drawing it both take a phone a while. */
export async function showBarogram(
  element: HTMLElement,
  columns: FlightColumns,
  utcOffsetSeconds: number,
  cursor: Cursor,
  selection: Selection,
  describeMoment: Describe,
): Promise<Barogram> {
  const bubble = createBubble()
  let bands: readonly Band[] = []
  let ground: (number | null)[] | undefined
  const whole = { from: 0, to: columns.seconds.length - 1 }
  /** The fixes that are drawn. */
  let drawn = thinOut(columns.altitude, whole)
  /** In the reader's unit: the axis has round numbers. */
  const scale = (metres: number | null | undefined) =>
    typeof metres === 'number' ? format.convert('altitude', metres) : null
  const listRows = (): uPlot.AlignedData => [
    drawn.map((index) => columns.seconds[index] as number),
    drawn.map((index) => scale(ground?.[index])),
    drawn.map((index) => scale(columns.altitude[index])),
  ]
  let isFollowing = false
  let begin: (() => void) | undefined
  let plot = draw((init) => (begin = init))
  await pause()
  begin?.()

  function draw(start: (init: () => void) => void): uPlot {
    const options = describe(element, utcOffsetSeconds, take)
    options.hooks = {
      ...options.hooks,
      draw: [(chart) => dimRest(chart, columns, listMarked(columns, selection, cursor.leg.value))],
      drawAxes: [(chart) => drawBands(chart, bands)],
      setSelect: [choose],
    }
    const chart = new uPlot(options, listRows(), (self, init) => {
      element.append(self.root)
      start(() => void init())
    })
    bubble.element.hidden = true
    chart.over.append(bubble.element)
    return chart
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
  function choose(chart: uPlot) {
    const { select } = chart
    if (select.width <= 0) return
    const at = (left: number) => findFix(columns.seconds, chart.posToVal(left, 'x'))
    const stretch = { from: at(select.left), to: at(select.left + select.width) }
    chart.setSelect({ ...select, width: 0, height: 0 }, false)
    if (stretch.to > stretch.from) selection.set(stretch)
  }
  function show(stretch: Stretch | undefined) {
    const secondsAt = (index: number) => columns.seconds[index] as number
    const { from, to } = stretch ?? whole
    const [start, end] = [secondsAt(from), secondsAt(to)]
    // With some of its surroundings, to show where it is.
    const margin = stretch ? Math.max(30, (end - start) / 4) : 0
    const min = Math.max(secondsAt(whole.from), start - margin)
    const max = Math.min(secondsAt(whole.to), end + margin)
    drawn = thinOut(columns.altitude, {
      from: findFix(columns.seconds, min),
      to: Math.min(whole.to, findFix(columns.seconds, max) + 1),
    })
    // At once, or the cursor would be placed by the scale of before.
    isFollowing = true
    plot.batch(() => {
      plot.setData(listRows(), false)
      plot.setScale('x', { min, max })
    })
    isFollowing = false
    placeCursor(cursor.index, false)
  }
  const stopShowing = selection.listen(show)
  const stopPointing = cursor.leg.listen(() => plot.redraw(false))
  // A double click shows all of it again.
  const reset = () => selection.set(undefined)
  element.addEventListener('dblclick', reset)
  function take(index: number | null | undefined) {
    if (!isFollowing) cursor.set(typeof index === 'number' ? drawn[index] : undefined, true)
  }
  function placeCursor(index: number | undefined, isOnChart: boolean) {
    isFollowing = true
    const left = index === undefined ? -1 : plot.valToPos(columns.seconds[index] as number, 'x')
    if (index === undefined || left < 0 || left > plot.over.clientWidth) {
      plot.setCursor({ left: -10, top: -10 })
      bubble.element.hidden = true
    } else {
      plot.setCursor({ left, top: plot.valToPos(scale(columns.altitude[index]) ?? 0, 'y') })
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
    plot = draw((init) => init())
  }
  scheme.addEventListener('change', redraw)
  return {
    showBands(row, more) {
      bands = [...bands.filter((band) => band.row !== row), ...more]
      plot.redraw(false)
    },
    showGround(heights) {
      ground = heights
      show(selection.value)
    },
    remove() {
      observer.disconnect()
      scheme.removeEventListener('change', redraw)
      stopListening()
      stopShowing()
      stopPointing()
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

/** Veils all but the stretches that are marked. */
function dimRest(plot: uPlot, { seconds }: FlightColumns, marked: readonly Stretch[]): void {
  if (marked.length === 0) return
  const { ctx, bbox } = plot
  const end = bbox.left + bbox.width
  const at = (index: number) =>
    Math.min(end, Math.max(bbox.left, plot.valToPos(seconds[index] as number, 'x', true)))
  const veil = (from: number, to: number) => ctx.fillRect(from, bbox.top, Math.max(0, to - from), bbox.height)
  ctx.save()
  ctx.globalAlpha = 0.7
  ctx.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--card').trim()
  let left = bbox.left
  for (const { from, to } of marked.toSorted((one, other) => one.from - other.from)) {
    veil(left, at(from))
    left = at(to)
  }
  veil(left, end)
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
