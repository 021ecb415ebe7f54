// Map, barogram and the read-out of one moment.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Flight } from '#contract/flight.ts'
import { colourRamp, describeRamp, type ColourBy } from '../map/colours.ts'
import type { FlightColumns } from '../map/flight-columns.ts'
import { findCertificate } from './certificate.ts'
import type { Cursor } from './cursor.ts'
import { formatClock, formatOneDigit, formatWhole } from './format.ts'
import { Icon } from './icons.tsx'

export interface FlightViewProps {
  flight: Flight
  columns: FlightColumns
  cursor: Cursor
}

export function FlightView({ flight, columns, cursor }: FlightViewProps) {
  const map = useRef<HTMLDivElement>(null)
  const barogram = useRef<HTMLDivElement>(null)
  const [by, setBy] = useState<ColourBy>('climb')
  const shown = useRef<{ colourBy: (by: ColourBy) => void } | undefined>(undefined)
  const timeZone = readTimeZone(flight)

  useEffect(() => {
    let isGone = false
    const removals: (() => void)[] = []
    const show = async () => {
      const [{ showFlightMap }, { showBarogram }] = await Promise.all([
        import('../map/flight-map.ts'),
        import('../map/barogram.ts'),
      ])
      if (isGone || !map.current || !barogram.current) return
      const certificate = findCertificate(flight.flightInfo.metadata)
      const view = showFlightMap(map.current, columns, certificate, cursor)
      shown.current = view
      removals.push(view.remove, showBarogram(barogram.current, columns, timeZone, cursor).remove)
      performance.mark('flight-interactive')
    }
    void show()
    return () => {
      isGone = true
      for (const removeView of removals) removeView()
    }
  }, [columns, flight.id])

  const choose = (next: ColourBy) => {
    setBy(next)
    shown.current?.colourBy(next)
  }
  return (
    <section class="card view" aria-label="Map and barogram">
      <div class="map-frame">
        <div class="map" ref={map} role="region" aria-label="Map of the flight" />
        <div class="map-legend">
          <Ramp by={by} columns={columns} choose={choose} />
        </div>
      </div>
      <div class="barogram" ref={barogram} role="img" aria-label="Barogram: altitude over time" />
      <Moment columns={columns} cursor={cursor} timeZone={timeZone} />
    </section>
  )
}

export function readTimeZone(flight: Flight): string | undefined {
  const { timeZone } = flight.flightInfo.metadata as { timeZone?: unknown }
  return typeof timeZone === 'string' ? timeZone : undefined
}

function Ramp({
  by,
  columns,
  choose,
}: {
  by: ColourBy
  columns: FlightColumns
  choose: (by: ColourBy) => void
}) {
  const [low, high] = describeRamp(by, columns.altitude)
  const colours = colourRamp(by)
  return (
    <>
      <fieldset class="segmented">
        <legend class="unseen">Colour of the track</legend>
        {(['climb', 'altitude'] as const).map((choice) => (
          <label key={choice}>
            <input type="radio" name="colour" checked={by === choice} onChange={() => choose(choice)} />
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

/** Seconds of flight that pass in a second of the replay. */
const REPLAY_SPEED = 90

function Moment({
  columns,
  cursor,
  timeZone,
}: {
  columns: FlightColumns
  cursor: Cursor
  timeZone: string | undefined
}) {
  const [index, setIndex] = useState(cursor.index)
  const [isPlaying, setPlaying] = useState(false)
  useEffect(() => cursor.listen(setIndex), [cursor])
  useReplay(columns, cursor, isPlaying, () => setPlaying(false))
  const at = index ?? 0
  const seconds = columns.seconds[at] as number
  const facts: [string, string][] = [
    ['Time', formatClock(seconds, timeZone, true)],
    ['Altitude', `${formatWhole(columns.altitude[at] as number)} m`],
    ['Climb', `${formatSigned(columns.climb[at] as number)} m/s`],
    ['Speed', `${formatWhole(columns.speed[at] as number)} km/h`],
  ]
  return (
    <div class="moment">
      <button
        class="secondary small"
        aria-label={isPlaying ? 'Pause the replay' : 'Replay the flight'}
        onClick={() => setPlaying(!isPlaying)}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} size={16} />
      </button>
      <input
        type="range"
        min={0}
        max={columns.seconds.length - 1}
        value={at}
        aria-label="Moment of the flight"
        aria-valuetext={facts.map(([name, value]) => `${name} ${value}`).join(', ')}
        onInput={(event) => cursor.set(Number(event.currentTarget.value))}
      />
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function useReplay(columns: FlightColumns, cursor: Cursor, isPlaying: boolean, onEnd: () => void): void {
  useEffect(() => {
    if (!isPlaying) return undefined
    const last = columns.seconds.length - 1
    let index = cursor.index === undefined || cursor.index >= last ? 0 : cursor.index
    const startedAt = performance.now()
    const startedFrom = columns.seconds[index] as number
    let frame = requestAnimationFrame(step)
    function step(now: number) {
      const wanted = startedFrom + ((now - startedAt) / 1000) * REPLAY_SPEED
      while (index < last && (columns.seconds[index + 1] as number) <= wanted) index++
      cursor.set(index)
      if (index >= last) return onEnd()
      frame = requestAnimationFrame(step)
    }
    return () => cancelAnimationFrame(frame)
  }, [isPlaying])
}

function formatSigned(value: number): string {
  const text = formatOneDigit(Math.abs(value))
  return value < -0.05 ? `−${text}` : `+${text}`
}
