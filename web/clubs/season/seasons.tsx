// Seasons of a club, or of the operator, with their rankings; owners and admins create one.
import { useState } from 'preact/hooks'
import type { ListedSeason } from '#contract/clubs/api.ts'
import { useData } from '../../parts/load.ts'
import { navigate } from '../../parts/router.ts'
import { ProblemNotice } from '../../parts/notices.tsx'
import { rankingPath, writePeriod } from '../figures.ts'
import { ListCard } from '../page.tsx'
import { SeasonForm } from './season-form.tsx'
import { rankingWords } from '../words.ts'

export function Seasons({ club, isManager }: { club: string | null; isManager: boolean }) {
  const {
    value = [],
    problem,
    reload,
  } = useData<ListedSeason[]>(`/seasons?limit=100${club ? `&clubId=${club}` : ''}`)
  const [asked, setAsked] = useState<'new'>()
  const close = () => setAsked(undefined)
  const seasons = value.filter((season) => season.clubId === club)
  if (seasons.length === 0 && !isManager && !problem) return null
  const create = (
    <div class="row">
      <button onClick={() => setAsked('new')}>{rankingWords.newSeason}</button>
    </div>
  )
  return (
    <ListCard title={rankingWords.rankings} head={isManager && create}>
      <ProblemNotice problem={problem} retry={reload} />
      <ul class="records">
        {seasons.map((season) => (
          <li class="record" key={season.id}>
            <div>
              <a href={`/app/seasons/${season.id}`}>
                <strong>{season.name}</strong>
              </a>{' '}
              {season.entry && <span class="tag sun">{rankingWords.entered}</span>}
              <div class="soft small">
                {writePeriod(season)}
                {season.closedAt && ` · ${rankingWords.closed}`}
              </div>
            </div>
            <div class="row">
              {season.rankings.map((ranking) => (
                <a class="button secondary small" key={ranking.id} href={rankingPath(season, ranking)}>
                  {ranking.name}
                </a>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {asked === 'new' && (
        <SeasonForm club={club} onDone={({ id }) => navigate(`/app/seasons/${id}`)} onClose={close} />
      )}
    </ListCard>
  )
}
