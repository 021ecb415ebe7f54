// A season at a glance: the reader's place, the podium of its main ranking, the others, the newest flights, and where they went.
import type { ComponentChildren } from 'preact'
import type { RankedFlight, Season } from '#contract/clubs/api.ts'
import { useData } from '../../parts/load.ts'
import { findMain, isByPilot, type Ranking } from '../figures.ts'
import { OwnPlace } from '../own-place.tsx'
import { ListCard } from '../page.tsx'
import { RankingCard } from '../ranking-card.tsx'
import { FlightRows } from '../row-flights.tsx'
import { rankingWords, words } from '../words.ts'
import { SeasonMap } from './season-map.tsx'

const MAX_LATELY = 6

export function Board({
  season,
  foot,
}: {
  season: Season
  /** Of the card of a ranking. */
  foot?: (ranking: Ranking) => ComponentChildren
}) {
  const main = findMain(season)
  if (!main) return null
  return (
    <>
      {season.entry && (
        <div class="ranking-cards">
          {season.rankings.filter(isByPilot).map((ranking) => (
            <OwnPlace key={ranking.id} season={season} ranking={ranking} />
          ))}
        </div>
      )}
      <RankingCard season={season} ranking={main} isMain>
        {foot?.(main)}
      </RankingCard>
      <div class="ranking-cards">
        {season.rankings
          .filter((ranking) => ranking !== main)
          .map((ranking) => (
            <RankingCard key={ranking.id} season={season} ranking={ranking}>
              {foot?.(ranking)}
            </RankingCard>
          ))}
      </div>
      <Lately ranking={main} />
    </>
  )
}

function Lately({ ranking }: { ranking: Ranking }) {
  const { value: newest } = useNewest(ranking)
  if (!newest?.length) return null
  return (
    <div class="two-columns even lately">
      <ListCard title={words.lately}>
        <FlightRows rule={ranking.rule} flights={newest.slice(0, MAX_LATELY)} />
      </ListCard>
      <SeasonMap ranking={ranking} newest={newest} />
    </div>
  )
}

const useNewest = ({ id }: Ranking) => useData<RankedFlight[]>(`/rankings/${id}/newest`)

export function Newest({ ranking }: { ranking: Ranking }) {
  const { value } = useNewest(ranking)
  return (
    <ListCard title={rankingWords.newest}>
      {value && <FlightRows rule={ranking.rule} flights={value} />}
      {value?.length === 0 && <p class="empty inside">{rankingWords.noPlaces}</p>}
    </ListCard>
  )
}
