// Adds a ranking to a season: from a preset, with the rule as data for those who want another one.
import { useState } from 'preact/hooks'
import type { RankingDefinition } from '#contract/clubs/api.ts'
import { post, Problem } from '../parts/api.ts'
import { Field } from '../parts/form/field.tsx'
import { FormDialog } from '../parts/form/form-dialog.tsx'
import { useData } from '../parts/load.ts'
import { Choose } from '../parts/form/choose.tsx'
import type { SeasonProps } from './figures.ts'
import { Writing } from './page.tsx'
import { rankingWords, words } from './words.ts'

type Preset = { name: string; rankings: RankingDefinition[]; notes: string | null }

export function RankingForm({ season, onChange, onClose }: SeasonProps & { onClose: () => void }) {
  const { value: presets = [] } = useData<Preset[]>('/ranking-presets')
  const [wanted, setWanted] = useState({ title: '', name: '', rule: '' })
  const offered = presets.flatMap(({ name, rankings, notes }) =>
    rankings.map((ranking) => ({ ...ranking, notes, title: `${name} · ${ranking.name}` })),
  )
  const find = (title: string) => offered.find((one) => one.title === title)
  const choose = (title: string) => {
    const { name = '', rule = {} } = find(title) ?? {}
    setWanted({ title, name, rule: JSON.stringify(rule, null, 2) })
  }
  const submit = async () => {
    await post(`/seasons/${season.id}/rankings`, { name: wanted.name, rule: readRule(wanted.rule) })
    await onChange()
    onClose()
  }
  return (
    <FormDialog
      title={rankingWords.addRanking}
      label={words.save}
      isReady={wanted.name.trim() !== '' && wanted.rule.trim() !== ''}
      submit={submit}
      onClose={onClose}
    >
      <Choose
        label={rankingWords.preset}
        names={{ '': rankingWords.choose, ...Object.fromEntries(offered.map(({ title }) => [title, title])) }}
        value={wanted.title}
        change={choose}
      />
      <p class="soft small">{find(wanted.title)?.notes}</p>
      <Field
        id="ranking-name"
        label={rankingWords.rankingName}
        maxLength={80}
        value={wanted.name}
        change={(name) => setWanted({ ...wanted, name })}
      />
      <details>
        <summary>{rankingWords.ownRule}</summary>
        <Writing
          label={rankingWords.ruleAsData}
          rows={12}
          value={wanted.rule}
          change={(rule) => setWanted({ ...wanted, rule })}
        />
      </details>
    </FormDialog>
  )
}

function readRule(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem(400, 'invalid_request', rankingWords.noRule((error as Error).message))
  }
}
