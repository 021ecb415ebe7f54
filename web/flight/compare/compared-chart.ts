// One line for each flight over the same course: their altitudes, or how far each is from the first.
import uPlot from 'uplot'
import type { Watched } from '../watched.ts'

export interface ComparedRows {
  at: number[]
  rows: (number | null)[][]
  colours: readonly string[]
  /** Between two ticks. */
  increments: number[]
  formatAt: (at: number) => string
  formatValue: (value: number) => string
}

/** Pixels below the chart, and for a label of it: “100.0 km”. */
const along = { size: 28, space: 76 }

/** The cursor is at the moment, and moves it. */
export function showComparedChart(
  element: HTMLElement,
  shown: ComparedRows,
  moment: Watched<number>,
): () => void {
  const style = getComputedStyle(document.documentElement)
  const axis = {
    stroke: style.getPropertyValue('--ink-soft').trim(),
    font: '12px Figtree, sans-serif',
    grid: { stroke: style.getPropertyValue('--chart-grid').trim(), width: 1 },
    ticks: { show: false },
  }
  const plot = new uPlot(
    {
      width: element.clientWidth,
      height: element.clientHeight,
      padding: [12, 12, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
      scales: { x: { time: false } },
      axes: [
        { ...axis, ...along, incrs: shown.increments, values: (_plot, ticks) => ticks.map(shown.formatAt) },
        { ...axis, size: 70, values: (_plot, ticks) => ticks.map(shown.formatValue) },
      ],
      series: [
        {},
        ...shown.colours.map((stroke) => ({ stroke, width: 2, points: { show: false }, spanGaps: false })),
      ],
    },
    [shown.at, ...shown.rows],
    element,
  )
  // Where the pointer is, and not where the nearest step is: a replay moves by less than a step.
  const point = ({ clientX }: PointerEvent) => {
    const { left, width } = plot.over.getBoundingClientRect()
    if (clientX >= left && clientX <= left + width) moment.set(plot.posToVal(clientX - left, 'x'))
  }
  plot.over.addEventListener('pointermove', point)
  plot.over.addEventListener('pointerdown', point)
  const follow = (at: number | undefined) =>
    plot.setCursor({ left: at === undefined ? -10 : plot.valToPos(at, 'x'), top: 0 }, false)
  const stop = moment.listen(follow)
  const observer = new ResizeObserver(() => {
    plot.setSize({ width: element.clientWidth, height: element.clientHeight })
    follow(moment.value)
  })
  observer.observe(element)
  return () => {
    stop()
    observer.disconnect()
    plot.destroy()
  }
}
