// Map, barogram and the readout of one moment. The frame is shown at once and filled when the track arrives.
import type { ComponentType } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { FlightTrack } from '#dashboard/flights.ts'
import type { FlightAnalysis } from '#sdk/types/analysis.ts'
import type { Flight } from '#sdk/types/flight.ts'
import { colourRamp, describeRamp, type ColourBy } from './map/colours.ts'
import { type FlightColumns, type GroundColumns, prepareColumns, readTrack } from './map/flight-columns.ts'
import { loadGround } from './map/ground.ts'
import { findCertificate } from './certificate.ts'
import type { Barogram } from './map/barogram.ts'
import type { FlightMap } from './map/flight-map.ts'
import type { Cursor } from './cursor.ts'
import { type Fact, Facts } from '../parts/facts.tsx'
import { formatClock, formatSigned, formatWhole } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { Empty, Skeleton } from '../parts/notices.tsx'
import { pause } from './pause.ts'
import { listEntries, listPhases } from './bands.ts'
import type { Found, InsightsProps } from './insights/insights.tsx'
import { SelectedStretch } from './selected-stretch.tsx'
import { createSelection } from './stretch.ts'

export interface FlightViewProps {
  flight: Flight
  utcOffsetSeconds: number
  /** Undefined while it loads. */
  track: FlightTrack | undefined
  /** For visitors, who may ask for nothing else; undefined: the view asks for it and for more. */
  analysis?: FlightAnalysis | null
  cursor: Cursor
}

export function FlightView({ flight, utcOffsetSeconds, track, cursor, analysis }: FlightViewProps) {
  const map = useRef<HTMLDivElement>(null)
  const barogram = useRef<HTMLDivElement>(null)
  const [by, setBy] = useState<ColourBy>('climb')
  const [columns, setColumns] = useState<FlightColumns>()
  const [ground, setGround] = useState<GroundColumns>()
  const [isDrawn, setDrawn] = useState(false)
  const [Insights, setInsights] = useState<ComponentType<InsightsProps>>()
  const selection = useMemo(createSelection, [flight.id])
  const shown = useRef<FlightMap | undefined>(undefined)
  const drawn = useRef<Barogram | undefined>(undefined)
  const isTooShort = track !== undefined && track.seconds.length < 2

  useEffect(() => {
    if (isTooShort) return undefined
    let isGone = false
    const removals: (() => void)[] = []
    setDrawn(false)
    setGround(undefined)
    setInsights(undefined)
    // One step at a time, so that the page stays responsive on a slow phone.
    const show = async () => {
      const code = Promise.all([import('./map/flight-map.ts'), import('./map/barogram.ts')])
      if (!track) return
      const prepared = prepareColumns(readTrack(track))
      setColumns(prepared)
      const [{ showFlightMap }, { showBarogram }] = await code
      await pause()
      if (isGone || !map.current || !barogram.current) return
      const certificate = findCertificate(flight.flightInfo.metadata)
      const view = showFlightMap(map.current, prepared, certificate, cursor, selection)
      shown.current = view
      removals.push(view.remove)
      for (const draw of view.steps) {
        await pause()
        if (isGone) return
        draw()
      }
      await pause()
      if (isGone) return
      const chart = showBarogram(barogram.current, prepared, utcOffsetSeconds, cursor, selection)
      drawn.current = chart
      removals.push(chart.remove)
      setDrawn(true)
      performance.mark('flight-interactive')
      if (analysis) chart.showBands(0, listPhases(analysis))
      if (analysis !== undefined) return
      const { default: insights } = await import('./insights/insights.tsx')
      if (isGone) return
      setInsights(() => insights)
      const below = await loadGround(flight.id)
      if (isGone || !below) return
      setGround(below)
      chart.showGround(below.ground)
    }
    void show()
    return () => {
      isGone = true
      for (const removeView of removals) removeView()
    }
  }, [track, flight.id])

  const choose = (next: ColourBy) => {
    setBy(next)
    shown.current?.colourBy(next)
  }
  const showFound = ({ analysis, airspace }: Partial<Found>) => {
    if (analysis) drawn.current?.showBands(0, listPhases(analysis))
    if (!airspace) return
    drawn.current?.showBands(1, listEntries(airspace))
    shown.current?.showAirspaces(airspace.airspaces.filter(({ isRestrictive }) => isRestrictive))
  }
  if (isTooShort) {
    return (
      <section class="card view">
        <Empty title="No track to show">
          <p>The file has too few GPS fixes to draw a track.</p>
        </Empty>
      </section>
    )
  }
  return (
    <>
      <section class="card view" aria-label="Map and barogram">
        <div class="map-frame">
          <div class="map" ref={map} role="region" aria-label="Flight map" />
          {!isDrawn && <Skeleton height="drawing" />}
          <div class="map-legend">
            <Ramp by={by} columns={columns} choose={choose} />
          </div>
        </div>
        <div class="barogram" ref={barogram} role="img" aria-label="Barogram: altitude over time" />
        <Moment columns={columns} ground={ground} cursor={cursor} utcOffsetSeconds={utcOffsetSeconds} />
        {columns && (
          <SelectedStretch columns={columns} selection={selection} utcOffsetSeconds={utcOffsetSeconds} />
        )}
      </section>
      {Insights && columns && (
        <Insights
          flight={flight}
          utcOffsetSeconds={utcOffsetSeconds}
          columns={columns}
          cursor={cursor}
          selection={selection}
          onFound={showFound}
        />
      )}
    </>
  )
}

function Ramp({
  by,
  columns,
  choose,
}: {
  by: ColourBy
  columns: FlightColumns | undefined
  choose: (by: ColourBy) => void
}) {
  const [low, high] = describeRamp(by, columns?.altitude ?? [0])
  const colours = colourRamp(by)
  return (
    <>
      <fieldset class="segmented">
        <legend class="unseen">Track colour</legend>
        {(['climb', 'altitude'] as const).map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="colour"
              checked={by === choice}
              disabled={!columns}
              onChange={() => choose(choice)}
            />
            {choice === 'climb' ? 'Climb' : 'Altitude'}
          </label>
        ))}
      </fieldset>
      <span class="ramp">
        <span>{low}</span>
        <svg width="96" height="8" viewBox="0 0 96 8" preserveAspectRatio="none" aria-hidden="true">
          {colours.map((colour, index) => (
            <rect key={index} x={index * 4} y="0" width="4.2" height="8" fill={colour} />
          ))}
        </svg>
        <span>{high}</span>
      </span>
    </>
  )
}

/** Seconds of flight per second of replay. */
const REPLAY_SPEED = 90

function Moment({
  columns,
  ground,
  cursor,
  utcOffsetSeconds,
}: {
  columns: FlightColumns | undefined
  ground: GroundColumns | undefined
  cursor: Cursor
  utcOffsetSeconds: number
}) {
  const [index, setIndex] = useState(cursor.index)
  const [isPlaying, setPlaying] = useState(false)
  useEffect(() => cursor.listen(setIndex), [cursor])
  useReplay(columns, cursor, isPlaying, () => setPlaying(false))
  const at = index ?? 0
  const facts = [...readMoment(columns, at, utcOffsetSeconds), ...readHeight(ground, at)]
  return (
    <div class="moment">
      <button
        class="secondary small"
        disabled={!columns}
        aria-label={isPlaying ? 'Pause replay' : 'Replay flight'}
        onClick={() => setPlaying(!isPlaying)}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} size={16} />
      </button>
      <input
        type="range"
        min={0}
        max={columns ? columns.seconds.length - 1 : 0}
        value={at}
        disabled={!columns}
        aria-label="Position in the flight"
        aria-valuetext={facts.map(([name, value]) => `${name} ${value}`).join(', ')}
        onInput={(event) => cursor.set(Number(event.currentTarget.value))}
      />
      <Facts facts={facts} />
    </div>
  )
}

function readMoment(columns: FlightColumns | undefined, at: number, utcOffsetSeconds: number): Fact[] {
  const show = (column: ArrayLike<number> | undefined, write: (value: number) => string) =>
    column ? write(column[at] as number) : '–'
  return [
    ['Time', show(columns?.seconds, (seconds) => formatClock(seconds, utcOffsetSeconds, true))],
    ['Altitude', show(columns?.altitude, (metres) => `${formatWhole(metres)} m`)],
    ['Climb', show(columns?.climb, (climb) => `${formatSigned(climb)} m/s`)],
    ['Speed', show(columns?.speed, (speed) => `${formatWhole(speed)} km/h`)],
  ]
}

/** Only where there are heights at all. */
function readHeight(ground: GroundColumns | undefined, at: number): Fact[] {
  if (!ground) return []
  const height = ground.aboveGround[at] ?? null
  return [['Above ground', height === null ? '–' : `${formatWhole(height)} m`]]
}

function useReplay(
  columns: FlightColumns | undefined,
  cursor: Cursor,
  isPlaying: boolean,
  onEnd: () => void,
): void {
  useEffect(() => {
    if (!isPlaying || !columns) return undefined
    const { seconds } = columns
    const last = seconds.length - 1
    let index = cursor.index === undefined || cursor.index >= last ? 0 : cursor.index
    const startedAt = performance.now()
    const startedFrom = seconds[index] as number
    let frame = requestAnimationFrame(step)
    function step(now: number) {
      const wanted = startedFrom + ((now - startedAt) / 1000) * REPLAY_SPEED
      while (index < last && (seconds[index + 1] as number) <= wanted) index++
      cursor.set(index)
      if (index >= last) return onEnd()
      frame = requestAnimationFrame(step)
    }
    return () => cancelAnimationFrame(frame)
  }, [isPlaying])
}
