// Map, bar and barogram, and the panel next to them. The frame is shown at once and filled when the track arrives.
import { texts } from '../language/texts.ts'
import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { FlightGround } from '#dashboard/flights.ts'
import type { FlightAnalysis } from '#contract/analysis.ts'
import type { Flight } from '#contract/flight.ts'
import { useFullScreen } from './bar/full-screen.ts'
import { MapBar, type MapTools } from './bar/map-bar.tsx'
import { colourRamp, describeRamp, type ColourBy } from './map/colours.ts'
import {
  type FlightColumns,
  type GroundColumns,
  prepareColumns,
  type TrackColumns,
} from './map/flight-columns.ts'
import { findShading, loadGround } from './map/ground.ts'
import { findCertificate } from './score/certificate.ts'
import type { Barogram } from './map/barogram.ts'
import type { FlightMap } from './map/flight-map.ts'
import type { LayerName } from './map/frame.ts'
import type { Cursor } from './cursor.ts'
import { readMoment } from './moment.ts'
import { Empty, Skeleton } from '../parts/notices.tsx'
import { pause } from './pause.ts'
import { listEntries, listPhases } from './bands.ts'
import type { Found, InsightCards, InsightsProps } from './insights/insights.tsx'
import { listTrackCards } from './insights/track-cards.tsx'
import { seeCursor, useRelief } from './relief/use-relief.ts'
import { SelectedStretch } from './selected-stretch.tsx'
import { createSelection } from './stretch.ts'

export interface FlightViewProps {
  flight: Flight
  utcOffsetSeconds: number
  /** Undefined while it loads. */
  track: TrackColumns | undefined
  /** The address of map and barogram as the server draws them, shown until they are drawn here. */
  picture?: string
  /** In place of the map, when the track could not be loaded. */
  failure?: ComponentChildren
  /** For visitors, who may ask for nothing else; undefined: the view asks for it and for more. */
  analysis?: FlightAnalysis | null
  /** Undefined where nothing is known of the ground below. */
  readGround?: () => Promise<FlightGround>
  cursor: Cursor
  /** Replays the flight as soon as it is drawn. */
  startsPlaying?: boolean
  /** The cards of the panel, among them those of what is inside the flight; undefined: there is no panel. */
  panel?: (insights: Partial<InsightCards>) => ComponentChildren
}

export function FlightView(props: FlightViewProps) {
  const { flight, utcOffsetSeconds, track, cursor, analysis, panel, picture, failure } = props
  const { startsPlaying = false } = props
  const frame = useRef<HTMLElement>(null)
  const map = useRef<HTMLDivElement>(null)
  const space = useRef<HTMLDivElement>(null)
  const barogram = useRef<HTMLDivElement>(null)
  const [by, setBy] = useState<ColourBy>('climb')
  const [columns, setColumns] = useState<FlightColumns>()
  const [ground, setGround] = useState<GroundColumns>()
  const [isDrawn, setDrawn] = useState(false)
  const [hasAirspace, setAirspace] = useState(false)
  const [listInsights, setInsights] = useState<(props: InsightsProps) => InsightCards>()
  const selection = useMemo(createSelection, [flight.id])
  const shown = useRef<FlightMap | undefined>(undefined)
  const drawn = useRef<Barogram | undefined>(undefined)
  const fullScreen = useFullScreen(() => frame.current)
  const certificate = findCertificate(flight.flightInfo.metadata)
  const isTooShort = track !== undefined && track.seconds.length < 2
  // Map and barogram keep the function, and what it reads arrives later.
  const known = useRef<{ columns?: FlightColumns; ground?: GroundColumns }>({})
  known.current = { ...(columns && { columns }), ...(ground && { ground }) }
  const describe = useCallback(
    (at: number) => readMoment(known.current.columns, known.current.ground, at, utcOffsetSeconds),
    [utcOffsetSeconds],
  )

  const flown = useMemo(() => columns && [{ columns }], [columns])
  const seeing = seeCursor(cursor, columns)
  const relief = useRelief(space, flown, isDrawn, { seeing, certificate, cursor, selection, by })

  useEffect(() => {
    if (isTooShort) return undefined
    let isGone = false
    const removals: (() => void)[] = []
    setDrawn(false)
    setGround(undefined)
    setInsights(undefined)
    // One step at a time: the page stays responsive on a slow phone.
    const show = async () => {
      const code = Promise.all([import('./map/flight-map.ts'), import('./map/barogram.ts')])
      if (!track) return
      const prepared = await prepareColumns(track)
      if (isGone) return
      setColumns(prepared)
      const [{ showFlightMap }, { showBarogram }] = await code
      await pause()
      if (isGone || !map.current || !barogram.current) return
      const view = showFlightMap(map.current, prepared, certificate, cursor, selection, describe)
      shown.current = view
      removals.push(view.remove)
      for (const draw of view.steps) {
        await pause()
        if (isGone) return
        draw()
      }
      await pause()
      // Another flight may have taken the elements away before the effect of this one was ended.
      if (isGone || !barogram.current) return
      const { current: chartSpace } = barogram
      const chart = await showBarogram(chartSpace, prepared, utcOffsetSeconds, cursor, selection, describe)
      if (isGone) return chart.remove()
      drawn.current = chart
      removals.push(chart.remove)
      // In its first drawing.
      if (analysis) chart.showBands(0, listPhases(analysis))
      await pause()
      if (isGone) return
      setDrawn(true)
      performance.mark('flight-interactive')
      if (analysis === undefined) {
        const insights = await import('./insights/insights.tsx')
        if (isGone) return
        setInsights(() => insights.listInsights)
      }
      const below = props.readGround && (await loadGround(props.readGround))
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

  useEffect(() => cursor.renew(), [ground])

  const colour = (next: ColourBy) => {
    setBy(next)
    shown.current?.colourBy(next)
    relief.view.current?.colourBy(next)
  }
  const showFound = ({ analysis, airspace }: Partial<Found>) => {
    if (analysis) drawn.current?.showBands(0, listPhases(analysis))
    if (!airspace) return
    const restrictive = airspace.airspaces.filter(({ isRestrictive }) => isRestrictive)
    setAirspace(restrictive.length > 0)
    drawn.current?.showBands(1, listEntries(airspace))
    shown.current?.showAirspaces(restrictive)
  }
  const layers: Record<LayerName, boolean> = {
    terrain: findShading() !== undefined,
    airspace: hasAirspace,
    shape: certificate !== undefined,
  }
  const tools: MapTools = {
    follow(isOn) {
      shown.current?.follow(isOn)
      relief.follow(isOn)
    },
    fit: () => (relief.view.current ?? shown.current)?.fit(),
    showLayer: (layer, isShown) => shown.current?.showLayer(layer, isShown),
  }
  const place = { utcOffsetSeconds, cursor, selection }
  const insights =
    columns &&
    (analysis
      ? listTrackCards(analysis, { columns, ...place })
      : listInsights?.({ flight, columns, onFound: showFound, ...place }))
  return (
    <>
      <section class="view" ref={frame} aria-label={texts.flight.mapAndBarogram}>
        {failure}
        {isTooShort && (
          <Empty title={texts.flight.noTrack}>
            <p>{texts.flight.noTrackWhy}</p>
          </Empty>
        )}
        {!failure && !isTooShort && (
          <>
            <div class="map-frame">
              <div
                class="map"
                ref={map}
                role="region"
                aria-label={texts.flight.map}
                inert={relief.isOn && relief.isShown}
              />
              {relief.isOn && (
                <div
                  key="relief"
                  class="relief"
                  ref={space}
                  role="application"
                  aria-label={texts.flight.relief}
                  tabIndex={0}
                />
              )}
              {!isDrawn && (picture ? <First address={`${picture}#map`} /> : <Skeleton height="drawing" />)}
              {columns && <Ramp by={by} columns={columns} />}
            </div>
            <MapBar
              columns={columns}
              map={tools}
              relief={relief.choice}
              cursor={cursor}
              selection={selection}
              describe={describe}
              by={by}
              onColour={colour}
              layers={(Object.keys(layers) as LayerName[]).filter((layer) => layers[layer])}
              fullScreen={fullScreen}
              startsPlaying={startsPlaying}
            />
            {columns && (
              <SelectedStretch columns={columns} selection={selection} utcOffsetSeconds={utcOffsetSeconds} />
            )}
            <div class="barogram" ref={barogram} role="img" aria-label={texts.flight.barogram}>
              {!isDrawn && picture && <First address={`${picture}#barogram`} />}
            </div>
          </>
        )}
      </section>
      {panel && (
        <div class="flight-panel" role="region" aria-label={texts.flight.panel} tabIndex={0}>
          {panel(insights ?? {})}
        </div>
      )}
    </>
  )
}

function First({ address }: { address: string }) {
  return <img class="first-picture" src={address} alt="" fetchpriority="high" />
}

/** The legend of the track's colours. */
function Ramp({ by, columns }: { by: ColourBy; columns: FlightColumns }) {
  const [low, high] = useMemo(() => describeRamp(by, columns), [by, columns])
  const colours = colourRamp(by)
  return (
    <span class="ramp">
      <span>{low}</span>
      <svg width="96" height="8" viewBox="0 0 96 8" preserveAspectRatio="none" aria-hidden="true">
        {colours.map((colour, index) => (
          <rect key={index} x={index * 4} y="0" width="4.2" height="8" fill={colour} />
        ))}
      </svg>
      <span>{high}</span>
    </span>
  )
}
