// The history of the account: who signed in, and what was changed.
import { texts } from '../language/texts.ts'
import { useState } from 'preact/hooks'
import type { SecurityEvent, SecurityLogPage } from '#dashboard/security.ts'
import { get } from '../parts/api.ts'
import { formatMoment } from '../parts/format.ts'
import { useAction, useLoad } from '../parts/load.ts'
import { ProblemNotice, Skeleton } from '../parts/notices.tsx'
import { describeEvent } from './security-sentences.ts'

export function SecurityLog() {
  const first = useLoad<SecurityLogPage>('/security-log')
  const [older, setOlder] = useState<SecurityLogPage[]>([])
  const action = useAction()
  const pages = first.value ? [first.value, ...older] : []
  const next = pages.at(-1)?.next
  const showOlder = () =>
    void action.run(async () => {
      const page = await get<SecurityLogPage>(`/security-log?before=${next}`)
      setOlder([...older, page])
    })
  return (
    <section class="card list-card" aria-labelledby="security-log">
      <div class="list-head">
        <div>
          <h2 id="security-log">{texts.security.activity}</h2>
          <p class="soft small">{texts.security.activityWhat}</p>
        </div>
      </div>
      <ProblemNotice problem={first.problem ?? action.problem} retry={first.reload} />
      {!first.value && !first.problem && <Skeleton height="card" />}
      <ul class="records">
        {pages.flatMap(({ items }) => items.map((event) => <Entry key={event.id} event={event} />))}
        {first.value?.items.length === 0 && <li class="soft">{texts.security.nothingYet}</li>}
        {next && (
          <li>
            <button class="secondary small" disabled={action.isBusy} onClick={showOlder}>
              {texts.security.showOlder}
            </button>
          </li>
        )}
      </ul>
    </section>
  )
}

function Entry({ event }: { event: SecurityEvent }) {
  const from = [event.browser, event.address].filter(Boolean).join(', ')
  return (
    <li>
      <div>
        <strong>{describeEvent(event)}</strong>
        <div class="soft small">{from}</div>
      </div>
      <div class="soft small">{formatMoment(event.occurredAt)}</div>
    </li>
  )
}
