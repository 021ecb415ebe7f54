// The details of a flight, loaded after the map is drawn: phases, wind, airspace, other leagues.
import './insights.css'
import type { Flight } from '#contract/flight.ts'
import type { FlightAirspace } from '#contract/airspace.ts'
import type { FlightAnalysis } from '#contract/analysis.ts'
import { useEffect } from 'preact/hooks'
import type { Cursor } from '../cursor.ts'
import type { TrackColumns } from '../map/flight-columns.ts'
import { useLoad } from '../../parts/load.ts'
import type { Selection } from '../stretch.ts'
import { AirspaceCard } from './airspace-card.tsx'
import { LeaguesCard } from './leagues-card.tsx'
import { PhasesCard } from './phases-card.tsx'
import { WindCard } from './wind-card.tsx'

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

export default function Insights(props: InsightsProps) {
  const { flight, utcOffsetSeconds, columns, cursor, selection, onFound } = props
  const analysis = useLoad<{ data: FlightAnalysis | null }>(`/flights/${flight.id}/analysis`).value?.data
  const checked = useLoad<{ data: FlightAirspace }>(`/flights/${flight.id}/airspace`)
  const airspace = checked.value?.data
  useEffect(() => {
    if (analysis) onFound({ analysis })
  }, [analysis])
  useEffect(() => {
    if (airspace) onFound({ airspace })
  }, [airspace])
  const place = { utcOffsetSeconds, columns, cursor, selection }
  return (
    <>
      {analysis && <PhasesCard phases={analysis.phases} {...place} />}
      {airspace && <AirspaceCard airspace={airspace} renew={checked.reload} {...place} />}
      <div class="insight-pair">
        {analysis && <WindCard analysis={analysis} />}
        <LeaguesCard flightId={flight.id} />
      </div>
    </>
  )
}
