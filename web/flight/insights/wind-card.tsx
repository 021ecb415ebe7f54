// The wind by altitude, as the circles of the flight tell it.
import type { FlightAnalysis, Wind } from '#sdk/types/analysis.ts'
import { formatOneDigit, formatWhole } from '../../parts/format.ts'

export function WindCard({ analysis: { profile, wind } }: { analysis: FlightAnalysis }) {
  const bands = profile.filter((band) => band.wind !== null).toReversed()
  if (!wind && bands.length === 0) return null
  return (
    <section class="card" aria-label="Wind">
      <h2>Wind</h2>
      <table class="insight-table">
        <thead>
          <tr>
            <th scope="col">Altitude</th>
            <th scope="col">Wind</th>
            <th scope="col">Climb</th>
          </tr>
        </thead>
        <tbody>
          {bands.map(({ fromM, toM, wind, climbMs }) => (
            <tr key={fromM}>
              <td>
                {formatWhole(fromM)}–{formatWhole(toM)} m
              </td>
              <td>{wind && <Arrow wind={wind} />}</td>
              <td>{formatOneDigit(climbMs)} m/s</td>
            </tr>
          ))}
          {wind && (
            <tr>
              <th scope="row">Whole flight</th>
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

const directions = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']

/** It points to where the wind blows. */
function Arrow({ wind: { speedMs, fromDeg } }: { wind: Wind }) {
  const speed = `${formatWhole(speedMs * 3.6)} km/h`
  if (fromDeg === null) return <>{speed}</>
  return (
    <span class="wind">
      <svg width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true">
        <path d="M0 7 0 -7M-4 -2 0 -7 4 -2" transform={`rotate(${fromDeg + 180})`} />
      </svg>
      {directions[Math.round(fromDeg / 45) % 8]} {speed}
    </span>
  )
}
