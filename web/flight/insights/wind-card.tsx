// The wind by altitude, as the circles of the flight tell it.
import { format, texts } from '../../language/texts.ts'
import type { FlightAnalysis } from '#contract/analysis.ts'
import { formatClimb } from '../../parts/format.ts'
import { Arrow } from './wind-arrow.tsx'

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
