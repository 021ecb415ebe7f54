// Seasons of a club, or of the operator, with their rankings; owners and admins create one.
import { useState } from 'preact/hooks'
import type { Season, SeasonDefinition } from '#contract/clubs/api.ts'
import { post } from '../parts/api.ts'
import { Field } from '../parts/form/field.tsx'
import { FormDialog } from '../parts/form/form-dialog.tsx'
import { useData } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'
import { navigate } from '../parts/router.ts'
import { rankingPath, writePeriod } from './figures.ts'
import type { ClubTexts } from './words.ts'

export function Seasons({
  words,
  club,
  isManager = false,
}: {
  words: ClubTexts
  /** Null: those of the operator. */
  club: string | null
  isManager?: boolean
}) {
  const { value, problem, reload } = useData<Season[]>(club ? `/seasons?club=${club}` : '/seasons')
  const [isCreating, setCreating] = useState(false)
  const seasons = value?.filter((season) => season.club === club) ?? []
  if (seasons.length === 0 && !isManager && !problem) return null
  return (
    <section class="card list-card" aria-labelledby="seasons">
      <div class="list-head">
        <h2 id="seasons">{words.ranking.rankings}</h2>
        {isManager && <button onClick={() => setCreating(true)}>{words.ranking.newSeason}</button>}
      </div>
      <ProblemNotice problem={problem} retry={reload} />
      <ul class="records">
        {seasons.map((season) => (
          <li class="record" key={season.id}>
            <div>
              <a href={`/app/seasons/${season.id}`}>
                <strong>{season.name}</strong>
              </a>{' '}
              {season.entry && <span class="tag sun">{words.ranking.entered}</span>}
              <div class="soft small">
                {writePeriod(season)}
                {season.isClosed && ` · ${words.ranking.closed}`}
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
      {isCreating && <SeasonForm words={words} club={club} onClose={() => setCreating(false)} />}
    </section>
  )
}

function SeasonForm({
  words,
  club,
  onClose,
}: {
  words: ClubTexts
  club: string | null
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const [terms, setTerms] = useState<SeasonDefinition['terms']>({
    from: '',
    to: '',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    uploadDays: 14,
  })
  const change = (part: Partial<typeof terms>) => setTerms({ ...terms, ...part })
  const submit = async () => {
    const { data } = await post<{ data: Season }>('/seasons', { ...(club && { club }), name, terms })
    navigate(`/app/seasons/${data.id}`)
  }
  return (
    <FormDialog
      title={words.ranking.newSeason}
      label={words.save}
      isReady={name.trim() !== '' && terms.from !== '' && terms.to !== ''}
      submit={submit}
      onClose={onClose}
    >
      <Field
        id="season-name"
        label={words.ranking.seasonName}
        maxLength={80}
        autoFocus
        value={name}
        change={setName}
      />
      <div class="form-columns">
        <Field
          id="season-from"
          type="date"
          label={words.ranking.from}
          value={terms.from}
          change={(from) => change({ from })}
        />
        <Field
          id="season-to"
          type="date"
          label={words.ranking.to}
          value={terms.to}
          change={(to) => change({ to })}
        />
      </div>
      <Field
        id="season-zone"
        label={words.ranking.timeZone}
        maxLength={64}
        value={terms.timeZone}
        change={(timeZone) => change({ timeZone })}
      />
      <Field
        id="season-days"
        type="number"
        label={words.ranking.uploadDays}
        min={0}
        max={400}
        value={terms.uploadDays ?? 0}
        change={(days) => change({ uploadDays: Number(days) })}
      />
    </FormDialog>
  )
}
