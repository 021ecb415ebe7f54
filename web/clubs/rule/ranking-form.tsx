// Adds a ranking to a season, or changes one: from a preset, and with a control for each part of its rule.
import { useState } from 'preact/hooks'
import type { RankingDefinition } from '#contract/clubs/api.ts'
import { patch, post, Problem } from '../../parts/api.ts'
import { Field } from '../../parts/form/field.tsx'
import { FormDialog } from '../../parts/form/form-dialog.tsx'
import { useData } from '../../parts/load.ts'
import type { Ranking, SeasonProps } from '../figures.ts'
import { Preview } from './preview.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { sayRule } from './sentence.ts'
import { rankingWords, words } from '../words.ts'

type Preset = { id: string; name: string; rankings: RankingDefinition[]; notes: string | null }

const plain: RankingDefinition = {
  name: '',
  rule: {
    audience: 'public',
    measure: { kind: 'points', league: 'xcontest', decimals: 2 },
    choice: { best: 3 },
    group: { by: 'pilot' },
  },
}

export function RankingForm({
  season,
  ranking,
  begun = plain,
  onChange,
  onClose,
}: SeasonProps & {
  /** Undefined: a new one. */
  ranking?: Ranking
  /** What a new one begins as. */
  begun?: RankingDefinition
  onClose: () => void
}) {
  const [{ name, rule }, setWanted] = useState<RankingDefinition>(ranking ?? begun)
  const submit = async () => {
    const wanted = { name: name.trim(), rule }
    // Places of two rankings with one name could not be told apart.
    if (season.rankings.some((one) => one.name === wanted.name && one.id !== ranking?.id))
      throw new Problem(400, 'invalid_request', rankingWords.nameTaken(wanted.name))
    if (ranking) await patch(`/rankings/${ranking.id}`, wanted)
    else await post(`/seasons/${season.id}/rankings`, wanted)
    await onChange()
    onClose()
  }
  return (
    <FormDialog
      title={ranking ? rankingWords.changeRanking : rankingWords.addRanking}
      label={words.save}
      isReady={name.trim() !== ''}
      submit={submit}
      onClose={onClose}
    >
      {!ranking && <Presets chosen={rule} choose={setWanted} />}
      <Field
        id="ranking-name"
        label={rankingWords.rankingName}
        maxLength={80}
        value={name}
        change={(text) => setWanted({ name: text, rule })}
      />
      <div class="rule-said">
        <p role="status">{sayRule(rule)}</p>
        <Preview season={season.id} rule={rule} />
      </div>
      <RuleEditor rule={rule} change={(changed) => setWanted({ name, rule: changed })} />
    </FormDialog>
  )
}

/** Rules of leagues, each in a sentence. */
function Presets({
  chosen,
  choose,
}: {
  chosen: RankingDefinition['rule']
  choose: (preset: RankingDefinition) => void
}) {
  const { value: presets = [] } = useData<Preset[]>('/ranking-presets')
  return (
    <fieldset>
      <legend>{rankingWords.preset}</legend>
      <div class="presets">
        {presets.flatMap(({ id, name, rankings, notes }) =>
          rankings.map((ranking) => (
            <label class="preset" key={id + ranking.name}>
              <input
                type="radio"
                name="preset"
                checked={ranking.rule === chosen}
                onChange={() => choose({ name: sayPresetName(ranking.name), rule: ranking.rule })}
              />
              <span>
                <strong>
                  {sayPresetName(name)} · {sayPresetName(ranking.name)}
                </strong>
                <br />
                <span class="soft small">{sayRule(ranking.rule)}</span>
                <span class="soft small"> {ranking.rule === chosen && notes}</span>
              </span>
            </label>
          )),
        )}
      </div>
    </fieldset>
  )
}

const sayPresetName = (name: string) => (rankingWords.presetNames as Record<string, string>)[name] ?? name
