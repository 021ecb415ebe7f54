// A bar chart that needs no library.
import { formatWhole } from './format.ts'

export interface Bar {
  label: string
  value: number
  /** A part of the value, drawn on top of it. */
  second?: number
  title: string
}

/** Labels every bar when there are at most twelve, otherwise every third. */
export function Bars({ bars, label, isTall = false }: { bars: Bar[]; label: string; isTall?: boolean }) {
  const highest = Math.max(...bars.map((bar) => bar.value), 1)
  const every = bars.length > 12 ? 3 : 1
  const heightOf = (value: number) => `${((value / highest) * 100).toFixed(1)}%`
  return (
    <div class={isTall ? 'bars tall' : 'bars'} role="img" aria-label={label}>
      {bars.map((bar, index) => (
        <div key={index} title={bar.title}>
          <div class="bar-space">
            {bar.value > 0 && (
              <div class="bar" style={{ height: heightOf(bar.value) }}>
                {bar.value === highest && <span>{formatWhole(bar.value)}</span>}
                {bar.second ? (
                  <div style={{ height: `${((bar.second / bar.value) * 100).toFixed(1)}%` }} />
                ) : null}
              </div>
            )}
          </div>
          <small>{index % every === 0 ? bar.label : ''}</small>
        </div>
      ))}
    </div>
  )
}
