// Totals at the top of the logbook.
import { format, texts } from '../language/texts.ts'
import type { FlightStatistics } from '#dashboard/flights.ts'
import { formatBytes, formatPoints, formatWhole } from '../parts/format.ts'

const ALMOST_FULL = 0.9

/** Without statistics, a placeholder of the same height. */
export function Totals({ statistics }: { statistics: FlightStatistics | undefined }) {
  return (
    <dl class="totals" aria-busy={!statistics}>
      <Total
        name={texts.logbook.flights}
        value={statistics && formatWhole(statistics.flights)}
        unit={statistics && nameOthers(statistics)}
      />
      <Total
        name={texts.logbook.airtime}
        value={statistics && formatWhole(statistics.seconds / 3600)}
        unit="h"
      />
      <Total
        name={texts.logbook.scoredDistance}
        value={statistics && formatWhole(format.convert('distance', statistics.kilometres))}
        unit={format.unit('distance')}
      />
      <Total
        name={texts.logbook.bestFlight}
        value={statistics && formatPoints(statistics.bestScore)}
        unit={texts.logbook.points}
        href={statistics?.bestFlightId ? `/app/flights/${statistics.bestFlightId}` : undefined}
      />
    </dl>
  )
}

/** How many flights there are, where some do not count. */
function nameOthers({ flights, uncountedFlights }: FlightStatistics): string | undefined {
  return uncountedFlights > 0 ? texts.logbook.countedOf(formatWhole(flights + uncountedFlights)) : undefined
}

export function Storage({ usedBytes, quotaBytes }: NonNullable<FlightStatistics['storage']>) {
  return (
    <p class="soft small">
      {texts.logbook.storage(formatBytes(usedBytes), formatBytes(quotaBytes))}
      {usedBytes >= quotaBytes * ALMOST_FULL && ` ${texts.logbook.makeRoom}`}
    </p>
  )
}

function Total({
  name,
  value,
  unit,
  href,
}: {
  name: string
  value: string | undefined
  unit?: string | undefined
  href?: string | undefined
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {href ? <a href={href}>{value}</a> : (value ?? '–')}
        {unit && value && <small>{unit}</small>}
      </dd>
    </div>
  )
}
