// The phases of a flight: pointing at one shows it on the map, choosing one selects its stretch.
import { useState } from 'preact/hooks'
import type { Phase } from '#sdk/types/analysis.ts'
import type { Cursor } from '../cursor.ts'
import type { TrackColumns } from '../map/flight-columns.ts'
import { formatClock, formatDuration, formatKm, formatOneDigit, formatWhole } from '../../parts/format.ts'
import { findFix, type Selection } from '../stretch.ts'

export interface PlaceProps {
  utcOffsetSeconds: number
  columns: TrackColumns
  cursor: Cursor
  selection: Selection
}

const names: Record<Phase['kind'], string> = {
  thermal: 'Thermal',
  circling: 'Circling',
  glide: 'Glide',
  soaring: 'Soaring',
  other: 'Other',
  gap: 'No fixes',
}

const AT_FIRST = 12

export function PhasesCard({ phases, ...place }: PlaceProps & { phases: readonly Phase[] }) {
  const [isAll, setAll] = useState(false)
  const worth = phases.filter(({ kind }) => kind !== 'other' && kind !== 'gap')
  if (worth.length === 0) return null
  const shown = isAll ? worth : worth.slice(0, AT_FIRST)
  return (
    <section class="card phases" aria-label="Phases">
      <h2>Phases</h2>
      <ol>
        {shown.map((phase) => (
          <li key={phase.start.time}>
            <PhaseRow phase={phase} {...place} />
          </li>
        ))}
      </ol>
      {worth.length > shown.length && (
        <button class="secondary small" onClick={() => setAll(true)}>
          Show all {worth.length} phases
        </button>
      )}
    </section>
  )
}

function PhaseRow({ phase, utcOffsetSeconds, columns, cursor, selection }: PlaceProps & { phase: Phase }) {
  const at = (moment: { time: string }) => Date.parse(moment.time) / 1000
  const [from, to] = [findFix(columns.seconds, at(phase.start)), findFix(columns.seconds, at(phase.end))]
  const point = () => cursor.set(Math.floor((from + to) / 2))
  return (
    <button
      class="phase"
      onPointerEnter={point}
      onFocus={point}
      onPointerLeave={() => cursor.set(undefined)}
      onClick={() => selection.set({ from, to })}
    >
      <span class={`phase-kind ${phase.kind}`}>{names[phase.kind]}</span>
      <span>{formatClock(at(phase.start), utcOffsetSeconds)}</span>
      <span>{formatDuration(phase.seconds)}</span>
      <span>{formatChange(phase.altitudeChangeM)}</span>
      <span class="soft">{describe(phase)}</span>
    </button>
  )
}

export function formatChange(metres: number): string {
  return `${metres < 0 ? '−' : '+'}${formatWhole(Math.abs(metres))} m`
}

function describe({ circling, glide, climbMs, distanceKm }: Phase): string {
  if (circling)
    return `${formatOneDigit(climbMs)} m/s, best ${formatOneDigit(circling.bestClimbMs)}, ${formatWhole(circling.turns)} turns`
  if (!glide) return `${formatKm(distanceKm)} km`
  const ratio = glide.ratio === null ? '' : `, ${formatOneDigit(glide.ratio)} : 1`
  return `${formatKm(distanceKm)} km, ${formatWhole(glide.speedKmh)} km/h${ratio}`
}
