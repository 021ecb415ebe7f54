// The details of a flight, loaded after the map is drawn: phases, wind, airspace, other leagues, rankings, forwards.
import type { ComponentChildren } from 'preact'
import type { Flight } from '#contract/flight.ts'
import type { FlightAirspace } from '#contract/airspace.ts'
import type { FlightAnalysis } from '#contract/analysis.ts'
import type { FlightSeason } from '#contract/clubs/api.ts'
import { useEffect, useState } from 'preact/hooks'
import type { Cursor } from '../cursor.ts'
import type { TrackColumns } from '../map/flight-columns.ts'
import { forgetAnswers, useData, useLoad } from '../../parts/load.ts'
import type { Selection } from '../stretch.ts'
import { AirspaceCard } from './airspace-card.tsx'
import { LeaguesCard } from './leagues-card.tsx'
import { OwnFiles } from './own-files.tsx'
import { listTrackCards } from './track-cards.tsx'

export interface Found {
  analysis: FlightAnalysis | null
  airspace: FlightAirspace
}

export interface InsightsProps {
  flight: Flight
  utcOffsetSeconds: number
  columns: TrackColumns
  cursor: Cursor
  selection: Selection
  /** For map and barogram. */
  onFound: (found: Partial<Found>) => void
}

/** Each for its tab; all of them have to be rendered. */
export type InsightCards = Record<
  'phases' | 'wind' | 'leagues' | 'rankings' | 'airspace' | 'airspaceFiles' | 'forwards',
  ComponentChildren
>

export function listInsights(props: InsightsProps): InsightCards {
  const { id } = props.flight
  return {
    phases: <Phases {...props} />,
    wind: <Winds {...props} />,
    leagues: <LeaguesCard flightId={id} />,
    rankings: <Rankings flight={props.flight} />,
    airspace: <Airspace {...props} />,
    forwards: <Forwards flight={props.flight} />,
    airspaceFiles: <OwnFiles onChange={() => forgetAnswers(airspacePath(props))} />,
  }
}

const airspacePath = ({ flight }: InsightsProps) => `/flights/${flight.id}/airspace`

const useAnalysis = ({ flight }: InsightsProps) =>
  useLoad<{ data: FlightAnalysis | null }>(`/flights/${flight.id}/analysis`).value?.data

function Phases(props: InsightsProps) {
  const analysis = useAnalysis(props)
  useEffect(() => {
    if (analysis) props.onFound({ analysis })
  }, [analysis])
  return analysis === undefined ? null : listTrackCards(analysis, props).phases
}

function Winds(props: InsightsProps) {
  const analysis = useAnalysis(props)
  return analysis === undefined ? null : listTrackCards(analysis, props).wind
}

/** Nothing where there are no data. */
function Airspace(props: InsightsProps) {
  const airspace = useLoad<{ data: FlightAirspace }>(airspacePath(props)).value?.data
  useEffect(() => {
    if (airspace) props.onFound({ airspace })
  }, [airspace])
  return airspace && airspace.sources.length > 0 ? <AirspaceCard airspace={airspace} {...props} /> : null
}

/** Code and texts of rankings are loaded where there is one. */
function Rankings({ flight }: { flight: Flight }) {
  const { value: seasons } = useData<FlightSeason[]>(`/flights/${flight.id}/rankings`)
  const [card, setCard] = useState<ComponentChildren>()
  useEffect(() => {
    if (!seasons || seasons.length === 0) return setCard(undefined)
    void import('../../clubs/flight-card.tsx').then(({ openCard }) => openCard(seasons)).then(setCard)
  }, [seasons])
  return <>{card}</>
}

function Forwards({ flight }: { flight: Flight }) {
  const [card, setCard] = useState<ComponentChildren>()
  useEffect(() => {
    void import('../../forwards/flight-card.tsx').then(({ openCard }) => openCard(flight)).then(setCard)
  }, [])
  return <>{card}</>
}
