// One light for the whole installation, and what to do about each check that is not well.
import type { CheckState, OperatorCheck, OperatorChecks } from '#dashboard/operator.ts'
import type { Loaded } from '../parts/load.ts'
import { ProblemNotice, Skeleton } from '../parts/notices.tsx'

const lights: Record<CheckState, { title: string; tag: string; word: string }> = {
  well: { title: 'All well', tag: 'tag good', word: 'Well' },
  look: { title: 'Look here', tag: 'tag sun', word: 'Look' },
  act: { title: 'Act now', tag: 'tag bad', word: 'Act' },
}
const worstFirst: CheckState[] = ['act', 'look']

export function Checks({ loaded }: { loaded: Loaded<OperatorChecks> }) {
  const { value, problem, reload } = loaded
  const checks = value?.checks ?? []
  const open = worstFirst.flatMap((state) => checks.filter((check) => check.state === state))
  const isWell = checks.filter(({ state }) => state === 'well')
  return (
    <section class="card list-card" aria-labelledby="light">
      <div class="list-head">
        <div role="status">
          <h2 id="light">{value ? lights[value.state].title : 'Checking…'}</h2>
        </div>
        <button class="secondary small" onClick={reload}>
          Check again
        </button>
      </div>
      <ProblemNotice problem={problem} retry={reload} />
      {!value && !problem && <Skeleton height="card" />}
      <ul class="records">{open.map(renderCheck)}</ul>
      {isWell.length > 0 && (
        <details>
          <summary>{`${isWell.length} of ${checks.length} checks are well`}</summary>
          <ul class="records">{isWell.map(renderCheck)}</ul>
        </details>
      )}
    </section>
  )
}

function renderCheck({ check, state, sentence, cause, remedy }: OperatorCheck) {
  return (
    <li key={check}>
      <div>
        <strong>{check}</strong> <span class={lights[state].tag}>{lights[state].word}</span>
        <div>{sentence}</div>
        {remedy && <div class="soft small">{remedy}</div>}
        {cause && <div class="soft small">{cause}</div>}
      </div>
    </li>
  )
}
