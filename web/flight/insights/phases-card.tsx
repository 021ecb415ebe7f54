// The phases of a flight: pointing at one shows it on the map, choosing one selects its stretch.
import { texts } from '../../language/texts.ts'
import { useState } from 'preact/hooks'
import type { Phase } from '#contract/analysis.ts'
import type { Cursor } from '../cursor.ts'
import type { TrackColumns } from '../map/flight-columns.ts'
import {
  formatClimb,
  formatClock,
  formatDistance,
  formatDuration,
  formatHeight,
  formatOneDigit,
  formatSpeed,
  formatWhole,
} from '../../parts/format.ts'
import { findFix } from '../map/flight-columns.ts'
import type { Selection } from '../stretch.ts'

export interface PlaceProps {
  utcOffsetSeconds: number
  columns: TrackColumns
  cursor: Cursor
  selection: Selection
}

const AT_FIRST = 12

export function PhasesCard({ phases, ...place }: PlaceProps & { phases: readonly Phase[] }) {
  const [isAll, setAll] = useState(false)
  const worth = phases.filter(({ kind }) => kind !== 'other' && kind !== 'gap')
  if (worth.length === 0) return <p class="soft">{texts.flight.noPhases}</p>
  const shown = isAll ? worth : worth.slice(0, AT_FIRST)
  return (
    <section class="card phases" aria-label={texts.flight.phases}>
      <h2>{texts.flight.phases}</h2>
      <ol>
        {shown.map((phase) => (
          <li key={phase.start.time}>
            <PhaseRow phase={phase} {...place} />
          </li>
        ))}
      </ol>
      {worth.length > shown.length && (
        <button class="secondary small" onClick={() => setAll(true)}>
          {texts.flight.showAllPhases(worth.length)}
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
      onClick={() => (selection.set({ from, to }), cursor.set(undefined))}
    >
      <span class={`phase-kind ${phase.kind}`}>{texts.flight.phaseNames[phase.kind]}</span>
      <span>{formatClock(at(phase.start), utcOffsetSeconds)}</span>
      <span>{formatDuration(phase.seconds)}</span>
      <span>{formatHeight(phase.altitudeChangeM)}</span>
      <span class="soft">{describe(phase)}</span>
    </button>
  )
}

function describe({ circling, glide, climbMps, distanceKm, secondsPerFix }: Phase): string {
  if (secondsPerFix) return texts.flight.tooFarApart(formatWhole(secondsPerFix))
  if (circling)
    return texts.flight.circling(
      formatClimb(climbMps),
      formatClimb(circling.bestClimbMps),
      formatWhole(circling.turns),
    )
  if (!glide) return formatDistance(distanceKm)
  const ratio = glide.ratio === null ? '' : `, ${formatOneDigit(glide.ratio)} : 1`
  return `${formatDistance(distanceKm)}, ${formatSpeed(glide.speedKmh)}${ratio}`
}
