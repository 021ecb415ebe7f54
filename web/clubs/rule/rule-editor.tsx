// The rule of a ranking, with a control for each of its parts. What is left empty is not part of the rule.
import type { ComponentChildren } from 'preact'
import type { RankingRule } from '#contract/clubs/rule.ts'
import { ageBands, quotaKinds, signatures, tieKeys } from '#contract/clubs/words.ts'
import { launchTypes } from '#contract/launch-types.ts'
import { gliderClasses } from '#contract/logbook/glider-classes.ts'
import { texts } from '../../language/texts.ts'
import { useData } from '../../parts/load.ts'
import { nameType } from '../../parts/type-tag.tsx'
import { nameClass, nameWeekday } from '../figures.ts'
import { rankingWords, words } from '../words.ts'
import { amount, type Control, Controls, list, one, rows, several } from './controls.tsx'
import { prune } from './prune.ts'

export function RuleEditor({ rule, change }: { rule: RankingRule; change: (rule: RankingRule) => void }) {
  const { edit } = rankingWords
  const set = (part: object) => change(prune(withMeasure({ ...rule, ...part })))
  /** Controls of a part of the rule. */
  const of = (name: 'measure' | 'filter' | 'choice' | 'group', controls: Record<string, Control>) => (
    <Controls value={rule[name] ?? {}} controls={controls} change={(value) => set({ [name]: value })} />
  )
  const { caps, floors, km, ...best } = listChoices()
  const { by, ...ofRows } = listGroups()
  return (
    <>
      <div class="form-columns">
        {of('choice', best)}
        {of('group', { by: by! })}
        <MeasureControls of={of} kind={rule.measure.kind} />
        <Controls
          value={rule}
          controls={{ minimum: amount(edit.minimum), audience: one(words.seenBy, words.visibilities) }}
          change={set}
        />
      </div>
      <Part title={edit.which}>{of('filter', listFilters())}</Part>
      <Part title={edit.quotas}>
        {of('choice', { caps: caps!, floors: floors! })}
        <Controls
          value={rule.choice.apart ?? {}}
          controls={{ km: km! }}
          change={(apart) => set({ choice: { ...rule.choice, apart } })}
        />
      </Part>
      <Part title={edit.rows}>
        {of('group', ofRows)}
        <Controls
          value={rule}
          controls={{
            leastRows: amount(edit.leastRows),
            ties: several(edit.ties, tieKeys, (key) => edit.tieKeys[key]),
          }}
          change={set}
        />
      </Part>
      <Part title={edit.factors}>
        <Controls
          value={rule}
          controls={{ factors: rows('', { classes: ['A'], times: 1.1 }, listFactors()) }}
          change={set}
        />
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <details class="rule-part">
      <summary>{title}</summary>
      <div class="form">{children}</div>
    </details>
  )
}

/** Points and kilometres are by a league, and flights are whole ones. */
function withMeasure({ measure, ...rule }: RankingRule): RankingRule {
  const { kind, league = 'xcontest', decimals } = measure
  const isScored = kind === 'points' || kind === 'km'
  return {
    ...rule,
    measure: { kind, decimals: kind === 'flights' ? 0 : decimals, ...(isScored && { league }) },
  }
}

function MeasureControls({
  of,
  kind,
}: {
  of: (name: 'measure', controls: Record<string, Control>) => ComponentChildren
  kind: RankingRule['measure']['kind']
}) {
  const { edit, sentence } = rankingWords
  const { value: leagues = [] } = useData<{ id: string; name: string }[]>('/leagues?limit=100')
  const names = Object.fromEntries(leagues.map(({ id, name }) => [id, name]))
  return (
    <>
      {of('measure', {
        kind: one(edit.measure, sentence.measures),
        ...((kind === 'points' || kind === 'km') && { league: one(edit.league, names) }),
        ...(kind !== 'flights' && { decimals: amount(edit.decimals) }),
      })}
    </>
  )
}

const weekdays = [1, 2, 3, 4, 5, 6, 7]
const listTypes = () => Object.keys(texts.flight.types).filter((type) => type !== 'None')

/** What flights and wings are filtered and multiplied by. */
function listKinds(): Record<'classes' | 'types' | 'bands', Control> {
  const { edit, band, bands } = rankingWords
  return {
    classes: several(edit.classes, gliderClasses, nameClass),
    types: several(edit.types, listTypes(), nameType),
    bands: several(band, ageBands, (name) => bands[name]),
  }
}

const listFactors = () => ({ times: amount(rankingWords.edit.times), ...listKinds() })

function listFilters(): Record<string, Control> {
  const { edit, sex, sexes, unsaid, reasons, sentence } = rankingWords
  const circle = {
    latitude: amount(edit.latitude),
    longitude: amount(edit.longitude),
    radiusKm: amount(edit.radius),
  }
  const newcomer = several(reasons['no-newcomer'], [true], () => reasons['no-newcomer'])
  return {
    ...listKinds(),
    countries: list(edit.countries),
    circles: rows(edit.circles, { latitude: 47, longitude: 8, radiusKm: 3 }, circle),
    takeoffs: list(edit.takeoffs),
    weekdays: several(edit.weekdays, weekdays, nameWeekday),
    launchTypes: several(edit.launches, launchTypes, (launch) => sentence.launches[launch]),
    signatures: several(edit.signatures, signatures, (signature) => edit.signed[signature]),
    sex: one(sex, { '': unsaid, ...sexes }),
    newcomers: (value, change) => newcomer(value ? [true] : [], (chosen) => change((chosen as boolean[])[0])),
  }
}

function listChoices(): Record<string, Control> {
  const { edit } = rankingWords
  const kind = one(edit.of, Object.fromEntries(quotaKinds.map((name) => [name, edit.kinds[name]])))
  const values = list(edit.values)
  return {
    best: amount(edit.best),
    caps: rows(edit.caps, { kind: 'day', most: 1 }, { most: amount(edit.most), kind, values }),
    floors: rows(
      edit.floors,
      { kind: 'country', values: ['CH'], least: 1 },
      { least: amount(edit.least), kind, values },
    ),
    km: amount(edit.apartKm),
  }
}

function listGroups(): Record<string, Control> {
  const { edit, groups } = rankingWords
  return { by: one(edit.by, groups), members: amount(edit.members), flights: amount(edit.flights) }
}
