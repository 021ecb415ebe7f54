// Where a season's flights went: public ones, as everyone sees them.
import type { RankedFlight, RankingRows } from '#contract/clubs/api.ts'
import { useLoad } from '../../parts/load.ts'
import { type LoadMap, TracksMap } from '../../parts/tracks/tracks-map.tsx'
import type { Ranking } from '../figures.ts'
import { ListCard } from '../page.tsx'
import { useFlights } from '../row-flights.tsx'
import { words } from '../words.ts'

/** Of the pages of flights, which link to those of clubs. */
let loadMap: LoadMap
export const setMap = (load: LoadMap) => void (loadMap = load)

/** The newest and the best. */
export function SeasonMap({
  ranking,
  newest,
}: {
  ranking: Ranking
  newest: readonly Pick<RankedFlight, 'flightId'>[]
}) {
  const { value: rows } = useLoad<RankingRows>(`/rankings/${ranking.id}/rows?limit=25`)
  const best = rows?.data.flatMap((row) => row.best) ?? []
  const flights = useFlights(rows ? [...newest, ...best] : [])
  if (rows && flights?.size === 0) return null
  const tracks = [...(flights?.values() ?? [])].map(({ id, date, shape }) => ({ id, date, line: shape }))
  return (
    <ListCard title={words.seasonMap}>
      <TracksMap
        tracks={flights && tracks}
        open={(id) => location.assign(`/f/${id}`)}
        loadMap={() => loadMap()}
      />
    </ListCard>
  )
}
