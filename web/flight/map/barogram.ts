// Altitude over time below the map; they share a cursor.
import 'uplot/dist/uPlot.min.css'
import uPlot from 'uplot'
import type { Cursor } from '../cursor.ts'
import { formatClock, formatWhole } from '../../parts/format.ts'
import type { FlightColumns } from './flight-columns.ts'

/** Among the series of the chart: the first is time, the second the ground. */
const FLIGHT = 2

export interface Barogram {
  /** Of each fix, in metres; null where it is not known. */
  showGround: (heights: (number | null)[]) => void
  remove: () => void
}

export function showBarogram(
  element: HTMLElement,
  columns: FlightColumns,
  utcOffsetSeconds: number,
  cursor: Cursor,
): Barogram {
  let ground: (number | null)[] = Array.from(columns.seconds, () => null)
  const listRows = (): uPlot.AlignedData => [columns.seconds, ground, columns.altitude]
  let isFollowing = false
  let plot = draw()

  function draw(): uPlot {
    return new uPlot(describe(element, utcOffsetSeconds, take), listRows(), element)
  }
  function take(index: number | null | undefined) {
    if (!isFollowing) cursor.set(index ?? undefined)
  }
  const stopListening = cursor.listen((index) => {
    isFollowing = true
    if (index === undefined) plot.setCursor({ left: -10, top: -10 })
    else {
      const left = plot.valToPos(columns.seconds[index] as number, 'x')
      const top = plot.valToPos(columns.altitude[index] as number, 'y')
      plot.setCursor({ left, top })
    }
    isFollowing = false
  })
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
    showGround(heights) {
      ground = heights
      plot.setData(listRows())
    },
    remove() {
      observer.disconnect()
      scheme.removeEventListener('change', redraw)
      stopListening()
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
      drag: { x: true, y: false },
      points: { size: (_plot, series) => (series === FLIGHT ? 9 : 0), fill: read('--sun') },
    },
    scales: { x: { time: true } },
    axes: [
      {
        ...axis,
        size: 28,
        values: (_plot, ticks) => ticks.map((tick) => formatClock(tick, utcOffsetSeconds)),
      },
      { ...axis, size: 58, values: (_plot, ticks) => ticks.map((tick) => `${formatWhole(tick)} m`) },
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

function fade(plot: uPlot, colour: string): CanvasGradient {
  const { top, height } = plot.bbox
  const gradient = plot.ctx.createLinearGradient(0, top, 0, top + Math.max(height, 1))
  gradient.addColorStop(0, `${colour}66`)
  gradient.addColorStop(1, `${colour}08`)
  return gradient
}
