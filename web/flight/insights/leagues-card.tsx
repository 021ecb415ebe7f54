// The flight's points under the rules of other leagues. Computing them costs as much as a few uploads: they are
// asked for when the pilot wants to see them.
import { texts } from '../../language/texts.ts'
import { useState } from 'preact/hooks'
import type { LeagueScore } from '#contract/leagues.ts'
import { formatDistance, formatPoints } from '../../parts/format.ts'
import { nameType } from '../../parts/type-tag.tsx'
import { useLoad } from '../../parts/load.ts'
import { ProblemNotice, Skeleton } from '../../parts/notices.tsx'

export function LeaguesCard({ flightId }: { flightId: string }) {
  const [isWanted, setWanted] = useState(false)
  return (
    <details class="card" onToggle={() => setWanted(true)}>
      <summary>{texts.flight.otherLeagues}</summary>
      {isWanted && <Scores flightId={flightId} />}
    </details>
  )
}

function Scores({ flightId }: { flightId: string }) {
  const loaded = useLoad<{ data: LeagueScore[] }>(`/flights/${flightId}/scores?league=all`)
  const scores = loaded.value?.data
  if (loaded.problem) return <ProblemNotice problem={loaded.problem} retry={loaded.reload} />
  if (!scores) return <Skeleton height="card" />
  const worth = scores.filter(({ certificate }) => certificate !== null && certificate.score > 0)
  if (worth.length === 0) return <p>{texts.flight.noLeague}</p>
  return (
    <table class="insight-table">
      <thead>
        <tr>
          <th scope="col">{texts.flight.league}</th>
          <th scope="col">{texts.flight.pointsColumn}</th>
          <th scope="col">{texts.flight.distance}</th>
        </tr>
      </thead>
      <tbody>
        {worth.map(({ league, name, certificate }) => (
          <tr key={league}>
            <td>
              {name}
              <br />
              <small class="soft">{nameType(certificate!.type)}</small>
            </td>
            <td>{formatPoints(certificate!.score)}</td>
            <td>{formatDistance(certificate!.distanceKm)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
