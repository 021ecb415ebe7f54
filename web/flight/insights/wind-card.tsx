// The wind by altitude, as the circles of the flight tell it.
import { format, texts } from '../../language/texts.ts'
import type { FlightAnalysis, Wind } from '#contract/analysis.ts'
import { formatClimb, formatSpeed } from '../../parts/format.ts'

export function WindCard({ analysis: { profile, wind } }: { analysis: FlightAnalysis }) {
  const bands = profile.filter((band) => band.wind !== null).toReversed()
  return (
    <section class="card" aria-label={texts.flight.wind}>
      <h2>{texts.flight.wind}</h2>
      <table class="insight-table">
        <thead>
          <tr>
            <th scope="col">{texts.flight.altitude}</th>
            <th scope="col">{texts.flight.wind}</th>
            <th scope="col">{texts.flight.climb}</th>
          </tr>
        </thead>
        <tbody>
          {bands.map(({ fromM, toM, wind, climbMps }) => (
            <tr key={fromM}>
              <td>
                {format.figure('altitude', fromM)}–{format.quantity('altitude', toM)}
              </td>
              <td>{wind && <Arrow wind={wind} />}</td>
              <td>{formatClimb(climbMps)}</td>
            </tr>
          ))}
          {wind && (
            <tr>
              <th scope="row">{texts.flight.wholeFlight}</th>
              <td>
                <Arrow wind={wind} />
              </td>
              <td />
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}

/** It points to where the wind blows. */
function Arrow({ wind: { speedMps, fromDeg, uncertaintyMps } }: { wind: Wind }) {
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
