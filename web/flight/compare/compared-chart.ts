// One line for each flight over the same course: their altitudes, or how far each is from the first.
import uPlot from 'uplot'

export interface ComparedRows {
  at: number[]
  rows: (number | null)[][]
  colours: readonly string[]
  /** Between two ticks. */
  increments: number[]
  formatAt: (at: number) => string
  formatValue: (value: number) => string
  /** The step that the reader points at. */
  onPoint: (step: number | null) => void
}

/** Pixels below the chart, and for a label of it: “100.0 km”. */
const along = { size: 28, space: 76 }

/** Charts of one key share their cursor. */
export function showComparedChart(element: HTMLElement, shown: ComparedRows, key: string): () => void {
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
      cursor: { y: false, drag: { x: false, y: false }, sync: { key }, points: { size: 8 } },
      scales: { x: { time: false } },
      axes: [
        { ...axis, ...along, incrs: shown.increments, values: (_plot, ticks) => ticks.map(shown.formatAt) },
        { ...axis, size: 70, values: (_plot, ticks) => ticks.map(shown.formatValue) },
      ],
      series: [
        {},
        ...shown.colours.map((stroke) => ({ stroke, width: 2, points: { show: false }, spanGaps: false })),
      ],
      hooks: { setCursor: [({ cursor }) => shown.onPoint(cursor.idx ?? null)] },
    },
    [shown.at, ...shown.rows],
    element,
  )
  const observer = new ResizeObserver(() =>
    plot.setSize({ width: element.clientWidth, height: element.clientHeight }),
  )
  observer.observe(element)
  return () => {
    observer.disconnect()
    plot.destroy()
  }
}
