// Adds a ranking to a season: from a preset, with the rule as data for those who want another one.
import { useState } from 'preact/hooks'
import type { RankingDefinition, Season } from '#contract/clubs/api.ts'
import { post, Problem } from '../parts/api.ts'
import { Field } from '../parts/form/field.tsx'
import { FormDialog } from '../parts/form/form-dialog.tsx'
import { useData } from '../parts/load.ts'
import { Choose } from './club-form.tsx'
import type { ClubTexts } from './words.ts'

interface Preset {
  id: string
  name: string
  rankings: RankingDefinition[]
  notes: string | null
}

export function RankingForm({
  words,
  season,
  onDone,
  onClose,
}: {
  words: ClubTexts
  season: Season
  onDone: () => Promise<void>
  onClose: () => void
}) {
  const { value: presets = [] } = useData<Preset[]>('/ranking-presets')
  const [chosen, setChosen] = useState('')
  const [name, setName] = useState('')
  const [rule, setRule] = useState('')
  const names = Object.fromEntries(
    presets.flatMap((preset) =>
      preset.rankings.map((ranking, at) => [`${preset.id} ${at}`, `${preset.name} · ${ranking.name}`]),
    ),
  )
  const [id, at] = chosen.split(' ')
  const preset = presets.find((one) => one.id === id)
  const choose = (wanted: string) => {
    const [wantedId, number] = wanted.split(' ')
    const ranking = presets.find((one) => one.id === wantedId)?.rankings[Number(number)]
    setChosen(wanted)
    setName(ranking?.name ?? '')
    setRule(ranking ? JSON.stringify(ranking.rule, null, 2) : '')
  }
  const submit = async () => {
    await post(`/seasons/${season.id}/rankings`, { name, rule: readRule(words, rule) })
    await onDone()
  }
  return (
    <FormDialog
      title={words.ranking.addRanking}
      label={words.save}
      isReady={name.trim() !== '' && rule.trim() !== ''}
      submit={submit}
      onClose={onClose}
    >
      <Choose
        id="ranking-preset"
        label={words.ranking.preset}
        names={{ '': words.ranking.choose, ...names }}
        value={chosen}
        change={choose}
      />
      {at !== undefined && preset?.notes && <p class="soft small">{preset.notes}</p>}
      <Field
        id="ranking-name"
        label={words.ranking.rankingName}
        maxLength={80}
        value={name}
        change={setName}
      />
      <details>
        <summary>{words.ranking.ruleAsData}</summary>
        <textarea
          aria-label={words.ranking.ruleAsData}
          rows={12}
          spellcheck={false}
          value={rule}
          onInput={(event) => setRule(event.currentTarget.value)}
        />
      </details>
    </FormDialog>
  )
}

function readRule({ ranking }: ClubTexts, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem(400, 'invalid_request', ranking.noRule((error as Error).message))
  }
}
