// Phases and wind of a flight, for its pilot and for visitors.
import './insights.css'
import type { FlightAnalysis } from '#contract/analysis.ts'
import { texts } from '../../language/texts.ts'
import { PhasesCard, type PlaceProps } from './phases-card.tsx'
import { WindCard } from './wind-card.tsx'

export function listTrackCards(analysis: FlightAnalysis | null, place: PlaceProps) {
  return {
    phases: <PhasesCard phases={analysis?.phases ?? []} {...place} />,
    wind: isWindTold(analysis) ? <WindCard analysis={analysis} /> : <p class="soft">{texts.flight.noWind}</p>,
  }
}

function isWindTold(analysis: FlightAnalysis | null): analysis is FlightAnalysis {
  return analysis !== null && (analysis.wind !== null || analysis.profile.some(({ wind }) => wind !== null))
}
