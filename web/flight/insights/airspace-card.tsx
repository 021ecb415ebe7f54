// The airspaces that the flight was in. It tells what was measured; what follows is for the pilot to say.
import { texts } from '../../language/texts.ts'
import type { AirspaceEntry, EnteredAirspace, FlightAirspace } from '#contract/airspace.ts'
import { formatAltitude, formatClock } from '../../parts/format.ts'
import { findFix } from '../map/flight-columns.ts'
import type { PlaceProps } from './phases-card.tsx'

export function AirspaceCard({ airspace, ...place }: PlaceProps & { airspace: FlightAirspace }) {
  const shown = airspace.airspaces.filter(({ isRestrictive }) => isRestrictive)
  const sources = airspace.sources.map(({ region, validFrom, isOwn }) =>
    isOwn ? texts.flight.yourFile(region) : texts.flight.dataOf(region, validFrom),
  )
  return (
    <section class="card phases" aria-label={texts.flight.airspace}>
      <h2>{texts.flight.airspace}</h2>
      {shown.length === 0 && <p>{texts.flight.inNoAirspace}</p>}
      <ul>
        {shown.flatMap((entered) =>
          entered.entries.map((entry) => (
            <li key={`${entered.name} ${entry.enter.time}`}>
              <EntryRow entered={entered} entry={entry} {...place} />
            </li>
          )),
        )}
      </ul>
      <p class="small soft">{texts.flight.airspaceData(sources.join(', '))}</p>
    </section>
  )
}

function EntryRow({
  entered: { name, class: kind, floor, ceiling },
  entry,
  utcOffsetSeconds,
  columns,
  cursor,
  selection,
}: PlaceProps & { entered: EnteredAirspace; entry: AirspaceEntry }) {
  const seconds = (moment: { time: string }) => Date.parse(moment.time) / 1000
  const from = findFix(columns.seconds, seconds(entry.enter))
  const to = Math.max(from + 1, findFix(columns.seconds, seconds(entry.exit)))
  const clock = (moment: { time: string }) => formatClock(seconds(moment), utcOffsetSeconds)
  return (
    <button
      class="phase"
      onPointerEnter={() => cursor.set(from)}
      onFocus={() => cursor.set(from)}
      onPointerLeave={() => cursor.set(undefined)}
      onClick={() => {
        selection.set({ from, to: Math.min(to, columns.seconds.length - 1) })
        cursor.set(undefined)
      }}
    >
      <span class={`phase-kind ${entry.status}`}>{texts.flight.airspaceStatus[entry.status]}</span>
      <span>
        {name || texts.flight.withoutName} ({kind})
      </span>
      <span>
        {clock(entry.enter)}–{clock(entry.exit)}
      </span>
      <span>{texts.flight.limits(floor.text, ceiling.text)}</span>
      <span class="soft">{describe(entry)}</span>
    </button>
  )
}

function describe({ reasons: why, horizontalDepth, verticalDepth }: AirspaceEntry): string {
  if (why.length > 0) return why.map((reason) => texts.flight.airspaceReasons[reason]).join('; ')
  const border = texts.flight.fromBorder(formatAltitude(horizontalDepth))
  return verticalDepth === null
    ? border
    : `${border}, ${texts.flight.fromLimits(formatAltitude(verticalDepth))}`
}
