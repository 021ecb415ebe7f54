// A club's running season, the newest flights that count, and records by site.
import type { ListedSeason, Season } from '#contract/clubs/api.ts'
import type { Club } from '#contract/clubs/clubs.ts'
import { useData } from '../parts/load.ts'
import { Skeleton } from '../parts/notices.tsx'
import { isByPilot, isRunning, type Ranking, writePeriod } from './figures.ts'
import { RankingCard } from './ranking-card.tsx'
import { Board, Newest } from './season/board.tsx'
import { Seasons } from './season/seasons.tsx'
import { rankingWords } from './words.ts'

const listPath = ({ id }: Club) => `/seasons?limit=100&clubId=${id}`

/** The season that is being flown, else the latest; null where there is none. */
export function useSeason(club: Club): Season | null | undefined {
  const { value } = useData<ListedSeason[]>(listPath(club))
  const id = (value?.find(isRunning) ?? value?.[0])?.id
  // A club without a season asks for the list again, which is at hand.
  const { value: season } = useData<Season | ListedSeason[]>(id ? `/seasons/${id}` : listPath(club))
  if (value && id === undefined) return null
  return season && !Array.isArray(season) ? season : undefined
}

export function ClubSeason({ club }: { club: Club }) {
  const season = useSeason(club)
  // What stands below would move down once it is there.
  if (season === undefined) return <Skeleton height="page" />
  return (
    <>
      {season && (
        <>
          <h2 class="season-name">
            <a href={`/app/seasons/${season.id}`}>{season.name}</a>{' '}
            <span class="soft small">{writePeriod(season)}</span>
          </h2>
          <Board season={season} />
        </>
      )}
      <Seasons club={club.id} isManager={false} />
    </>
  )
}

export function ClubFlights({ club }: { club: Club }) {
  const season = useSeason(club)
  const ranking = season?.rankings.find(isByPilot)
  if (ranking) return <Newest ranking={ranking} />
  return season === undefined ? null : <p class="empty inside">{rankingWords.noPlaces}</p>
}

const isBySite = ({ rule }: Ranking) => rule.group.by === 'takeoff'

/** The rankings whose rows are take-offs. */
export function ClubRecords({ club }: { club: Club }) {
  const season = useSeason(club)
  const bySite = season?.rankings.filter(isBySite) ?? []
  if (season === undefined) return null
  if (!season || bySite.length === 0) return <p class="empty inside">{rankingWords.noRecords}</p>
  return (
    <div class="ranking-cards">
      {bySite.map((ranking) => (
        <RankingCard key={ranking.id} season={season} ranking={ranking} />
      ))}
    </div>
  )
}
