// The values of the stretch that is selected on the barogram or in a list.
import { texts } from '../language/texts.ts'
import { useEffect, useState } from 'preact/hooks'
import { type Fact, Facts } from '../parts/facts.tsx'
import {
  formatClimb,
  formatClock,
  formatDistance,
  formatDuration,
  formatHeight,
  formatOneDigit,
  formatSpeed,
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
  const [stretch, setStretch] = useState(selection.value)
  useEffect(() => selection.listen(setStretch), [selection])
  return (
    <div class={stretch ? 'moment' : 'unseen'} role="status">
      {stretch && (
        <>
          <button class="secondary small wide" onClick={() => selection.set(undefined)}>
            {texts.flight.wholeFlight}
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
    [texts.flight.stretch, `${clock(stretch.from)}–${clock(stretch.to)}`],
    [texts.flight.duration, formatDuration(seconds)],
    [texts.flight.height, formatHeight(change)],
    [texts.flight.meanClimb, formatClimb(climb)],
    [texts.flight.distance, formatDistance(kilometres)],
    [texts.flight.speed, formatSpeed(speed)],
    [texts.flight.glide, glide === null ? '–' : `${formatOneDigit(glide)} : 1`],
  ]
}
