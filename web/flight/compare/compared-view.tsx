// Flights on one map and one barogram, and how far each is from the first over the course.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { format, texts } from '../../language/texts.ts'
import { formatAltitude, formatDistance, formatDuration, formatHeight } from '../../parts/format.ts'
import { Segmented } from '../../parts/segmented.tsx'
// Their code is there, with the styles of map and chart.
import { showComparedChart } from '../map/barogram.ts'
import { showComparedMap } from '../map/flight-map.ts'
import type { TrackColumns } from '../map/flight-columns.ts'
import { COLOURS } from './colours.ts'
import { type AlignBy, alignFlights, listDifferences } from './align.ts'
import type { ComparedMap } from './compared-map.ts'

export default function ComparedView({ flights }: { flights: readonly TrackColumns[] }) {
  const [by, setBy] = useState<AlignBy>('time')
  const map = useRef<HTMLDivElement>(null)
  const barogram = useRef<HTMLDivElement>(null)
  const difference = useRef<HTMLDivElement>(null)
  const shown = useRef<ComparedMap | undefined>(undefined)
  const aligned = useMemo(() => alignFlights(by, flights), [by, flights])
  useEffect(() => {
    shown.current = showComparedMap(map.current!, flights, COLOURS)
    return shown.current.remove
  }, [flights])
  useEffect(() => {
    const { at, fixes } = aligned
    const colours = COLOURS.slice(0, flights.length)
    const altitudes = fixes.map((column, flight) =>
      column.map((fix) => (fix === null ? null : flights[flight]!.altitude[fix]!)),
    )
    const common = {
      at,
      colours,
      increments: by === 'time' ? [300, 600, 900, 1800, 3600, 7200] : [1, 2, 5, 10, 20, 50, 100, 200],
      formatAt: by === 'time' ? formatDuration : formatDistance,
      onPoint: (step: number | null) =>
        shown.current?.point(fixes.map((column) => (step === null ? null : (column[step] ?? null)))),
    }
    const removals = [
      showComparedChart(
        barogram.current!,
        { ...common, rows: altitudes, formatValue: formatAltitude },
        'compare',
      ),
      showComparedChart(
        difference.current!,
        {
          ...common,
          rows: listDifferences(by, flights, aligned),
          formatValue:
            by === 'time' ? formatHeight : (seconds) => `${format.signed(seconds / 60, 0)}\u{A0}min`,
        },
        'compare',
      ),
    ]
    return () => removals.forEach((remove) => remove())
  }, [aligned])
  const { compare } = texts
  return (
    <section class="view compared" aria-label={texts.flight.mapAndBarogram}>
      <div class="map-frame">
        <div class="map" ref={map} role="region" aria-label={texts.flight.map} />
      </div>
      <div class="map-bar">
        <Segmented
          legend={compare.alignBy}
          name="align"
          choices={[
            ['time', compare.byTime],
            ['position', compare.byPosition],
          ]}
          chosen={by}
          choose={setBy}
        />
      </div>
      <div class="barogram" ref={barogram} role="img" aria-label={texts.flight.barogram} />
      <h2>{by === 'time' ? compare.above : compare.behind}</h2>
      <div
        class="barogram"
        ref={difference}
        role="img"
        aria-label={by === 'time' ? compare.above : compare.behind}
      />
    </section>
  )
}
