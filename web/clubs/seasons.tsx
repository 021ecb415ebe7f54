// Seasons of a club, or of the operator, with their rankings; owners and admins create one.
import { useState } from 'preact/hooks'
import type { Season } from '#contract/clubs/api.ts'
import { post } from '../parts/api.ts'
import { Field } from '../parts/form/field.tsx'
import { FormDialog } from '../parts/form/form-dialog.tsx'
import { useData } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'
import { navigate } from '../parts/router.ts'
import { rankingPath, writePeriod } from './figures.ts'
import { ListCard } from './page.tsx'
import { PastSeasonForm } from './past-season-form.tsx'
import { rankingWords, words } from './words.ts'

/** Null: those of the operator. */
type Owner = { club: string | null }

export function Seasons({ club, isManager }: Owner & { isManager: boolean }) {
  const { value = [], problem, reload } = useData<Season[]>(club ? `/seasons?club=${club}` : '/seasons')
  const [asked, setAsked] = useState<'new' | 'past'>()
  const close = () => setAsked(undefined)
  const seasons = value.filter((season) => season.club === club)
  if (seasons.length === 0 && !isManager && !problem) return null
  const create = (
    <div class="row">
      <button onClick={() => setAsked('new')}>{rankingWords.newSeason}</button>
      {club && (
        <button class="secondary" onClick={() => setAsked('past')}>
          {rankingWords.pastSeason}
        </button>
      )}
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
                {season.isClosed && ` · ${rankingWords.closed}`}
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
      {asked === 'new' && <SeasonForm club={club} onClose={close} />}
      {asked === 'past' && club && <PastSeasonForm club={club} onClose={close} />}
    </ListCard>
  )
}

const fields = [
  ['seasonName', 'text'],
  ['from', 'date'],
  ['to', 'date'],
  ['timeZone', 'text'],
  ['uploadDays', 'number'],
] as const

function SeasonForm({ club, onClose }: Owner & { onClose: () => void }) {
  const [wanted, setWanted] = useState({
    seasonName: '',
    from: '',
    to: '',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    uploadDays: '14',
  })
  const submit = async () => {
    const { seasonName: name, uploadDays, ...days } = wanted
    const terms = { ...days, ...(uploadDays !== '' && { uploadDays: Number(uploadDays) }) }
    const { data } = await post<{ data: Season }>('/seasons', { ...(club && { club }), name, terms })
    navigate(`/app/seasons/${data.id}`)
  }
  return (
    <FormDialog
      title={rankingWords.newSeason}
      label={words.save}
      isReady={wanted.seasonName.trim() !== '' && wanted.from !== '' && wanted.to !== ''}
      submit={submit}
      onClose={onClose}
    >
      {fields.map(([name, type]) => (
        <Field
          key={name}
          id={name}
          type={type}
          label={rankingWords[name]}
          maxLength={80}
          value={wanted[name]}
          change={(text) => setWanted({ ...wanted, [name]: text })}
        />
      ))}
    </FormDialog>
  )
}
