// A club's running season, the newest flights that count, and records by site.
import type { ComponentChildren } from 'preact'
import type { RankedFlight, ListedSeason, Season } from '#contract/clubs/api.ts'
import type { Club } from '#contract/clubs/clubs.ts'
import { useData } from '../parts/load.ts'
import { Empty } from '../parts/notices.tsx'
import { isByPilot, isRunning, type Ranking, writePeriod } from './figures.ts'
import { OwnPlace } from './own-place.tsx'
import { ListCard } from './page.tsx'
import { RankingCard } from './ranking-card.tsx'
import { FlightRows } from './row-flights.tsx'
import { Seasons } from './season/seasons.tsx'
import { rankingWords } from './words.ts'

/** The season that is being flown, else the latest. */
function useSeason(club: Club): { season: Season | undefined; isKnown: boolean } {
  const { value } = useData<ListedSeason[]>(`/seasons?limit=100&clubId=${club.id}`)
  const id = (value?.find(isRunning) ?? value?.[0])?.id
  // A club without a season asks for the list again, which is at hand.
  const { value: season } = useData<Season | ListedSeason[]>(
    id ? `/seasons/${id}` : `/seasons?limit=100&clubId=${club.id}`,
  )
  const isKnown = value !== undefined && (id === undefined || season !== undefined)
  return { season: id && season && !Array.isArray(season) ? season : undefined, isKnown }
}

export function ClubSeason({ club }: { club: Club }) {
  const { season } = useSeason(club)
  const own = season?.entry && season.rankings.find(isByPilot)
  return (
    <>
      {season && (
        <h2 class="season-name">
          <a href={`/app/seasons/${season.id}`}>{season.name}</a>{' '}
          <span class="soft small">{writePeriod(season)}</span>
        </h2>
      )}
      {season && own && <OwnPlace season={season} ranking={own} />}
      <Cards season={season} which={() => true} />
      <Seasons club={club.id} isManager={false} />
    </>
  )
}

function Cards({ season, which }: { season: Season | undefined; which: (ranking: Ranking) => boolean }) {
  return (
    <div class="ranking-cards">
      {season?.rankings.filter(which).map((ranking) => (
        <RankingCard key={ranking.id} season={season} ranking={ranking} />
      ))}
    </div>
  )
}

export function ClubFlights({ club }: { club: Club }) {
  const { season, isKnown } = useSeason(club)
  const ranking = season?.rankings.find(isByPilot)
  return ranking ? <Newest ranking={ranking} /> : <Nothing isKnown={isKnown}>{rankingWords.noPlaces}</Nothing>
}

function Newest({ ranking }: { ranking: Ranking }) {
  const { value } = useData<RankedFlight[]>(`/rankings/${ranking.id}/newest`)
  return (
    <ListCard title={rankingWords.newest}>
      {value && <FlightRows rule={ranking.rule} flights={value} />}
      {value?.length === 0 && <Empty title={rankingWords.noPlaces}>{null}</Empty>}
    </ListCard>
  )
}

const isBySite = ({ rule }: Ranking) => rule.group.by === 'takeoff'

/** The rankings whose rows are take-offs. */
export function ClubRecords({ club }: { club: Club }) {
  const { season, isKnown } = useSeason(club)
  return season?.rankings.some(isBySite) ? (
    <Cards season={season} which={isBySite} />
  ) : (
    <Nothing isKnown={isKnown}>{rankingWords.noRecords}</Nothing>
  )
}

function Nothing({ isKnown, children }: { isKnown: boolean; children: ComponentChildren }) {
  return isKnown ? (
    <div class="empty inside">
      <p>{children}</p>
    </div>
  ) : null
}
