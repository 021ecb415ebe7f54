// The airspaces that the flight was in. It tells what was measured; what follows is for the pilot to say.
import type { AirspaceEntry, EnteredAirspace, FlightAirspace } from '#sdk/types/airspace.ts'
import { formatClock, formatWhole } from '../../parts/format.ts'
import { findFix } from '../stretch.ts'
import { OwnFiles } from './own-files.tsx'
import type { PlaceProps } from './phases-card.tsx'

const statuses: Record<AirspaceEntry['status'], string> = {
  inside: 'Inside',
  grazing: 'Grazing',
  undecidable: 'Undecidable',
}

const reasons: Record<AirspaceEntry['reasons'][number], string> = {
  'no-pressure-altitude': 'the file has no pressure altitude',
  'no-gnss-altitude': 'the file has no GPS altitude',
  'no-terrain': 'the height of the ground is not known',
  'unknown-limit': 'a limit of the airspace is not known',
  'unknown-activity': 'it is not known when the airspace is active',
  'damaged-shape': 'the shape of the airspace cannot be read completely',
  gap: 'there are no fixes for more than a minute',
}

export function AirspaceCard({
  airspace,
  renew,
  ...place
}: PlaceProps & { airspace: FlightAirspace; renew: () => void }) {
  const shown = airspace.airspaces.filter(({ isRestrictive }) => isRestrictive)
  const sources = airspace.sources.map(({ region, validFrom, isOwn }) =>
    isOwn ? `${region} (your file)` : `${region} of ${validFrom}`,
  )
  return (
    <section class="card phases" aria-label="Airspace">
      <h2>Airspace</h2>
      {shown.length === 0 && sources.length > 0 && <p>The flight was in no restricted airspace.</p>}
      {sources.length === 0 && <p>There are no airspace data for this flight.</p>}
      <ul>
        {shown.flatMap((entered) =>
          entered.entries.map((entry) => (
            <li key={`${entered.name} ${entry.enter.time}`}>
              <EntryRow entered={entered} entry={entry} {...place} />
            </li>
          )),
        )}
      </ul>
      {sources.length > 0 && <p class="small soft">Data: {sources.join(', ')}.</p>}
      <OwnFiles onChange={renew} />
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
      onClick={() => selection.set({ from, to: Math.min(to, columns.seconds.length - 1) })}
    >
      <span class={`phase-kind ${entry.status}`}>{statuses[entry.status]}</span>
      <span>
        {name || 'Without a name'} ({kind})
      </span>
      <span>
        {clock(entry.enter)}–{clock(entry.exit)}
      </span>
      <span>
        {floor.text} to {ceiling.text}
      </span>
      <span class="soft">{describe(entry)}</span>
    </button>
  )
}

function describe({ reasons: why, horizontalDepth, verticalDepth }: AirspaceEntry): string {
  if (why.length > 0) return why.map((reason) => reasons[reason]).join('; ')
  const vertical = verticalDepth === null ? '' : `, ${formatWhole(verticalDepth)} m from its limits`
  return `${formatWhole(horizontalDepth)} m from its border${vertical}`
}
