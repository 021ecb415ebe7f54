// Creates or changes a season: its days, and the findings that set a flight aside. Mistakes are told in the reader's language.
import { useState } from 'preact/hooks'
import type { Season } from '#contract/clubs/api.ts'
import { defaultTriggers, fileTriggers, type ReviewTrigger } from '#contract/clubs/words.ts'
import { patch, post } from '../../parts/api.ts'
import { Choice, Field } from '../../parts/form/field.tsx'
import { FormDialog } from '../../parts/form/form-dialog.tsx'
import { useData } from '../../parts/load.ts'
import { requireTerms } from './season-mistakes.ts'
import { rankingWords, words } from '../words.ts'

const fields = [
  ['seasonName', 'text'],
  ['from', 'date'],
  ['to', 'date'],
  ['timeZone', 'text'],
  ['uploadDays', 'text'],
  ['closing', 'date'],
] as const

/** Without a club: of the operator. */
export function SeasonForm({
  club,
  season,
  onDone,
  onClose,
}: {
  club: string | null
  /** Undefined: a new one, of this year. */
  season?: Season
  onDone: (season: Season) => void
  onClose: () => void
}) {
  const { value: findable = [] } = useData<ReviewTrigger[]>('/season-findings')
  const [review, setReview] = useState(season?.terms.review ?? defaultTriggers)
  const year = new Date().getFullYear()
  const [wanted, setWanted] = useState({
    seasonName: season?.name ?? String(year),
    from: season?.terms.from ?? `${year}-01-01`,
    to: season?.terms.to ?? `${year}-12-31`,
    closing: season?.terms.closing ?? '',
    timeZone: season?.terms.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    uploadDays: season ? String(season.terms.uploadDays ?? '') : '14',
  })
  const submit = async () => {
    const { seasonName: name, uploadDays, closing, ...days } = wanted
    requireTerms(wanted)
    const terms = {
      ...days,
      ...(closing !== '' && { closing }),
      ...(uploadDays !== '' && { uploadDays: Number(uploadDays) }),
      review,
    }
    const { data } = season
      ? await patch<{ data: Season }>(`/seasons/${season.id}`, { name, terms })
      : await post<{ data: Season }>('/seasons', { ...(club && { clubId: club }), name, terms })
    onDone(data)
  }
  return (
    <FormDialog
      title={season ? rankingWords.changeSeason : rankingWords.newSeason}
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
          inputMode={name === 'uploadDays' ? 'numeric' : undefined}
          label={rankingWords[name]}
          maxLength={80}
          value={wanted[name]}
          change={(text) => setWanted({ ...wanted, [name]: text })}
        />
      ))}
      {findable.length > 0 && <Findings findable={findable} chosen={review} choose={setReview} />}
    </FormDialog>
  )
}

/** Those that are looked for in files need data that the service may not have. */
function Findings({
  findable,
  chosen,
  choose,
}: {
  findable: readonly ReviewTrigger[]
  chosen: readonly ReviewTrigger[]
  choose: (chosen: ReviewTrigger[]) => void
}) {
  return (
    <fieldset>
      <legend>{rankingWords.asksFor}</legend>
      {findable.map((finding) => (
        <Choice
          key={finding}
          label={rankingWords.findings[finding]}
          isChosen={chosen.includes(finding)}
          choose={(isChosen) =>
            choose(isChosen ? [...chosen, finding] : chosen.filter((one) => one !== finding))
          }
        />
      ))}
      {fileTriggers
        .filter((finding) => !findable.includes(finding))
        .map((finding) => (
          <p class="soft small" key={finding}>
            {rankingWords.notLooked[finding]}
          </p>
        ))}
    </fieldset>
  )
}
