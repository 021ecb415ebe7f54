// Flights on one map and one barogram, in motion, and how far each is from the first over the course.
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { format, texts } from '../../language/texts.ts'
import { formatAltitude, formatDistance, formatDuration, formatHeight } from '../../parts/format.ts'
// Their code is there, with the styles of map and chart.
import { showComparedChart } from '../map/barogram.ts'
import { showComparedMap } from '../map/flight-map.ts'
import { createCursor } from '../cursor.ts'
import { useRelief } from '../relief/use-relief.ts'
import { createSelection } from '../stretch.ts'
import { listDifferences } from './align.ts'
import { COLOURS } from './colours.ts'
import type { ComparedMap } from './compared-map.ts'
import type { ComparedProps } from './compared.ts'
import { lookAt } from './moving.ts'
import { PlayBar } from './play-bar.tsx'

const formatMinutes = (seconds: number) => `${format.signed(seconds / 60, 0)}\u{A0}min`
/** Seconds of a day. */
const formatTime = (seconds: number) => format.localTime(seconds, 0)

const axes = {
  time: { increments: [300, 600, 900, 1800, 3600, 7200], formatAt: formatDuration },
  clock: { increments: [300, 600, 900, 1800, 3600, 7200], formatAt: formatTime },
  position: { increments: [1, 2, 5, 10, 20, 50, 100, 200], formatAt: formatDistance },
}

export default function ComparedView(props: ComparedProps) {
  const { flights, by, aligned, moment } = props
  const map = useRef<HTMLDivElement>(null)
  const barogram = useRef<HTMLDivElement>(null)
  const difference = useRef<HTMLDivElement>(null)
  const shown = useRef<ComparedMap | undefined>(undefined)
  const space = useRef<HTMLDivElement>(null)
  const columns = flights.map((flight) => flight.columns)
  const flown = useMemo(
    () => flights.map((flight, index) => ({ columns: flight.columns, colour: COLOURS[index]! })),
    [flights],
  )
  const now = useRef(() => lookAt(columns, aligned, moment.value))
  now.current = () => lookAt(columns, aligned, moment.value)
  const alone = useMemo(() => ({ cursor: createCursor(), selection: createSelection() }), [])
  const relief = useRelief(space, flown, true, {
    ...alone,
    by: 'climb',
    certificate: undefined,
    seeing: {
      now: () => now.current(),
      begin: () => moment.set(aligned.at[0]),
      listen: (listener) => moment.listen(listener),
    },
  })
  useEffect(() => {
    shown.current = showComparedMap(map.current!, columns, COLOURS)
    return shown.current.remove
  }, [flights])
  useEffect(() => {
    const show = (at: number | undefined) => shown.current?.show(lookAt(columns, aligned, at))
    show(moment.value)
    return moment.listen(show)
  }, [flights, aligned])
  useEffect(() => {
    const { at, fixes } = aligned
    const altitudes = fixes.map((column, flight) =>
      column.map((fix) => (fix === null ? null : columns[flight]!.altitude[fix]!)),
    )
    const common = { at, colours: COLOURS.slice(0, flights.length), ...axes[by] }
    const differences = {
      rows: listDifferences(by, columns, aligned),
      formatValue: by === 'position' ? formatMinutes : formatHeight,
    }
    const removals = [
      showComparedChart(
        barogram.current!,
        { ...common, rows: altitudes, formatValue: formatAltitude },
        moment,
      ),
      showComparedChart(difference.current!, { ...common, ...differences }, moment),
    ]
    return () => removals.forEach((remove) => remove())
  }, [flights, aligned])
  const title = by === 'position' ? texts.compare.behind : texts.compare.above
  return (
    <section class="view compared" aria-label={texts.flight.mapAndBarogram}>
      <div class="map-frame">
        <div
          class="map"
          ref={map}
          role="region"
          aria-label={texts.flight.map}
          inert={relief.isOn && relief.isShown}
        />
        {relief.isOn && (
          <div class="relief" ref={space} role="application" aria-label={texts.compare.relief} tabIndex={0} />
        )}
      </div>
      <PlayBar
        {...props}
        formatAt={axes[by].formatAt}
        relief={relief.choice}
        fit={() => (relief.view.current ?? shown.current)?.fit()}
      />
      <div class="barogram" ref={barogram} role="img" aria-label={texts.flight.barogram} />
      <h2>{title}</h2>
      <div class="barogram" ref={difference} role="img" aria-label={title} />
    </section>
  )
}
