// The values of the stretch that is selected on the barogram or in a list.
import { useEffect, useState } from 'preact/hooks'
import { type Fact, Facts } from '../parts/facts.tsx'
import {
  formatClock,
  formatDuration,
  formatKm,
  formatOneDigit,
  formatSigned,
  formatWhole,
} from '../parts/format.ts'
import type { FlightColumns } from './map/flight-columns.ts'
import { measureStretch, type Selection, type Stretch } from './stretch.ts'

export function SelectedStretch({
  columns,
  selection,
  utcOffsetSeconds,
}: {
  columns: FlightColumns
  selection: Selection
  utcOffsetSeconds: number
}) {
  const [stretch, setStretch] = useState(selection.stretch)
  useEffect(() => selection.listen(setStretch), [selection])
  return (
    <div class={stretch ? 'moment' : 'unseen'} role="status">
      {stretch && (
        <>
          <button class="secondary small wide" onClick={() => selection.set(undefined)}>
            Whole flight
          </button>
          <Facts facts={readStretch(columns, stretch, utcOffsetSeconds)} />
        </>
      )}
    </div>
  )
}

function readStretch(columns: FlightColumns, stretch: Stretch, utcOffsetSeconds: number): Fact[] {
  const { seconds, change, climb, kilometres, speed, glide } = measureStretch(columns, stretch)
  const clock = (index: number) => formatClock(columns.seconds[index] as number, utcOffsetSeconds)
  return [
    ['Stretch', `${clock(stretch.from)}–${clock(stretch.to)}`],
    ['Duration', formatDuration(seconds)],
    ['Height', `${change < 0 ? '−' : '+'}${formatWhole(Math.abs(change))} m`],
    ['Mean climb', `${formatSigned(climb)} m/s`],
    ['Distance', `${formatKm(kilometres)} km`],
    ['Speed', `${formatWhole(speed)} km/h`],
    ['Glide', glide === null ? '–' : `${formatOneDigit(glide)} : 1`],
  ]
}
