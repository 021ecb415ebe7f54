// The wind by an arrow that points to where it blows, the direction it comes from, and its speed.
import { format, texts } from '../../language/texts.ts'
import type { Wind } from '#contract/analysis.ts'
import { formatSpeed } from '../../parts/format.ts'

export function Arrow({ wind: { speedMps, fromDeg, uncertaintyMps } }: { wind: Wind }) {
  const speed =
    uncertaintyMps === undefined ? formatSpeed(speedMps * 3.6) : formatWind(speedMps, uncertaintyMps)
  if (fromDeg === null) return <>{speed}</>
  return (
    <span class="wind">
      <svg width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true">
        <path d="M0 7 0 -7M-4 -2 0 -7 4 -2" transform={`rotate(${fromDeg + 180})`} />
      </svg>
      {texts.flight.directions[Math.round(fromDeg / 45) % 8]} {speed}
    </span>
  )
}

/** Nothing is known better than to one of what it is written in. */
function formatWind(speedMps: number, uncertaintyMps: number): string {
  const off = Math.max(1, format.convert('speed', uncertaintyMps * 3.6))
  return `${format.figure('speed', speedMps * 3.6)}\u{A0}±\u{A0}${format.number(off)}\u{A0}${format.unit('speed')}`
}
