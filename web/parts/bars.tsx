// A bar chart that needs no library.
import type { ComponentChildren } from 'preact'
import { formatWhole } from './format.ts'

export interface Bar {
  label: string
  value: number
  /** A part of the value, drawn on top of it. */
  second?: number
  title: string
}

/** Labels every bar when there are at most twelve, otherwise every third. */
export function Bars({
  bars,
  label,
  isTall = false,
  choose,
}: {
  bars: Bar[]
  label: string
  isTall?: boolean
  /** Bars with a value are buttons. */
  choose?: (index: number) => void
}) {
  const highest = Math.max(...bars.map((bar) => bar.value), 1)
  const every = bars.length > 12 ? 3 : 1
  const heightOf = (value: number) => `${((value / highest) * 100).toFixed(1)}%`
  return (
    <div class={isTall ? 'bars tall' : 'bars'} role={choose ? 'group' : 'img'} aria-label={label}>
      {bars.map((bar, index) => (
        <Column
          key={index}
          title={bar.title}
          choose={choose && bar.value > 0 ? () => choose(index) : undefined}
        >
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
        </Column>
      ))}
    </div>
  )
}

function Column({
  title,
  choose,
  children,
}: {
  title: string
  choose: (() => void) | undefined
  children: ComponentChildren
}) {
  if (!choose) return <div title={title}>{children}</div>
  return (
    <button type="button" title={title} onClick={choose}>
      {children}
      <span class="unseen">{title}</span>
    </button>
  )
}
