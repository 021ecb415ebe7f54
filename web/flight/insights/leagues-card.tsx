// What the flight is worth under the rules of other leagues. Computing it costs as much as a few uploads: it is asked for
// when the pilot wants to see it.
import { useState } from 'preact/hooks'
import type { LeagueScore } from '#sdk/types/leagues.ts'
import { formatKm, formatPoints } from '../../parts/format.ts'
import { useLoad } from '../../parts/load.ts'
import { ProblemNotice, Skeleton } from '../../parts/notices.tsx'

export function LeaguesCard({ flightId }: { flightId: string }) {
  const [isWanted, setWanted] = useState(false)
  return (
    <details class="card" onToggle={() => setWanted(true)}>
      <summary>Scores in other leagues</summary>
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
  if (worth.length === 0) return <p>The flight is worth no points in any of the leagues of its day.</p>
  return (
    <table class="insight-table">
      <thead>
        <tr>
          <th scope="col">League</th>
          <th scope="col">Points</th>
          <th scope="col">Distance</th>
        </tr>
      </thead>
      <tbody>
        {worth.map(({ league, name, certificate }) => (
          <tr key={league}>
            <td>
              {name}
              <br />
              <small class="soft">{certificate!.type}</small>
            </td>
            <td>{formatPoints(certificate!.score)}</td>
            <td>{formatKm(certificate!.distanceKm)} km</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
