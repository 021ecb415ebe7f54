// The flight's points under the rules of other leagues. Computing them costs as much as a few uploads: they are
// asked for when the pilot wants to see them, and first of those that the pilot has chosen on this device.
import { texts } from '../../language/texts.ts'
import { useState } from 'preact/hooks'
import type { LeagueScore } from '#contract/leagues.ts'
import { formatDistance, formatPoints } from '../../parts/format.ts'
import { Icon } from '../../parts/icons.tsx'
import { nameType } from '../../parts/type-tag.tsx'
import { useLoad } from '../../parts/load.ts'
import { ProblemNotice, Skeleton } from '../../parts/notices.tsx'

const CHOSEN = 'leagues'

export function LeaguesCard({ flightId }: { flightId: string }) {
  const [isWanted, setWanted] = useState(false)
  return (
    <details class="card" onToggle={() => setWanted(true)}>
      <summary>{texts.flight.otherLeagues}</summary>
      {isWanted && <Leagues flightId={flightId} />}
    </details>
  )
}

function Leagues({ flightId }: { flightId: string }) {
  const [chosen, setChosen] = useState(readChosen)
  const [isAll, setAll] = useState(chosen.length === 0)
  const choose = (league: string) => {
    const next = chosen.includes(league) ? chosen.filter((other) => other !== league) : [...chosen, league]
    localStorage.setItem(CHOSEN, next.join(','))
    setChosen(next)
  }
  return (
    <>
      <Scores
        key={isAll}
        path={`/flights/${flightId}/scores?league=${isAll ? 'all' : chosen.join(',')}`}
        chosen={chosen}
        choose={choose}
      />
      {isAll ? (
        <p class="small soft">{texts.flight.leaguesHint}</p>
      ) : (
        <button class="secondary small" onClick={() => setAll(true)}>
          {texts.flight.allLeagues}
        </button>
      )}
    </>
  )
}

const readChosen = () => (localStorage.getItem(CHOSEN) ?? '').split(',').filter(Boolean)

function Scores({
  path,
  chosen,
  choose,
}: {
  path: string
  chosen: readonly string[]
  choose: (league: string) => void
}) {
  // A league that is chosen meanwhile is in the table already, and stays where it is.
  const [asked] = useState(path)
  const [own] = useState(chosen)
  const loaded = useLoad<{ data: LeagueScore[] }>(asked)
  const scores = loaded.value?.data
  if (loaded.problem) return <ProblemNotice problem={loaded.problem} retry={loaded.reload} />
  if (!scores) return <Skeleton height="card" />
  const isOwn = ({ league }: LeagueScore) => Number(own.includes(league))
  const worth = scores
    .filter(({ certificate }) => certificate !== null && certificate.score > 0)
    .toSorted((one, other) => isOwn(other) - isOwn(one))
  if (worth.length === 0) return <p>{texts.flight.noLeague}</p>
  return (
    <table class="insight-table">
      <thead>
        <tr>
          <th scope="col">{texts.flight.league}</th>
          <th scope="col">{texts.flight.pointsColumn}</th>
          <th scope="col">{texts.flight.distance}</th>
          <td />
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
            <td>
              <button
                class="quiet star"
                aria-pressed={chosen.includes(league)}
                aria-label={texts.flight.chooseLeague(name)}
                title={texts.flight.chooseLeague(name)}
                onClick={() => choose(league)}
              >
                <Icon name="star" size={18} />
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
