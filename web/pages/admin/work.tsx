// Background work: what waits, runs and has failed, and buttons to pause, resume and retry it.
import type { OperatorWork } from '#dashboard/operator.ts'
import { AskedAction, ListCard, type OperatorAction, OperatorPage } from '../../operator/operator-page.tsx'
import { formatAgo, formatWhole } from '../../parts/format.ts'
import { useLoad } from '../../parts/load.ts'

export default function Work() {
  const loaded = useLoad<{ work: OperatorWork[] }>('/admin/work')
  return (
    <OperatorPage current="/app/admin/work">
      <ListCard
        id="work"
        title="Background work"
        loaded={loaded}
        items={loaded.value?.work}
        empty="There is none."
        row={(work) => <WorkRow key={work.name} work={work} onDone={loaded.renew} />}
      />
    </OperatorPage>
  )
}

const pause: OperatorAction = {
  label: 'Pause',
  explanation: 'Entries in progress are finished, all others wait until it is resumed. Nothing is lost.',
  path: 'work-pause',
}
const resume: OperatorAction = {
  label: 'Resume',
  explanation: 'It goes on where it was paused.',
  path: 'work-resume',
}
const retry: OperatorAction = {
  label: 'Retry',
  explanation: 'Everything that has failed is due now.',
  path: 'work-retry',
}

function WorkRow({ work, onDone }: { work: OperatorWork; onDone: () => Promise<void> }) {
  const { name } = work
  const given = { about: name, body: { name }, onDone }
  return (
    <li>
      <div>
        <strong>{name}</strong> {work.pausedAt && <span class="tag sun">Paused</span>}{' '}
        {(work.failed ?? 0) > 0 && <span class="tag bad">{`${formatWhole(work.failed ?? 0)} failed`}</span>}
        <div class="soft small">{describeQueue(work)}</div>
        <div class="soft small">{describeLastError(work)}</div>
      </div>
      <div class="soft small">
        <div>{work.lastRanAt && `Ran ${formatAgo(Date.parse(work.lastRanAt))}`}</div>
      </div>
      <div class="row">
        {work.canRetry && (work.failed ?? 0) > 0 && <AskedAction action={retry} {...given} />}
        {work.canPause && <AskedAction action={work.pausedAt ? resume : pause} {...given} />}
      </div>
    </li>
  )
}

function describeQueue({ waiting, running, oldestAt, donePerMinute, progress }: OperatorWork): string {
  return [
    waiting !== null && `${formatWhole(waiting)} waiting`,
    running !== null && `${formatWhole(running)} running`,
    waiting !== null && `${formatWhole(donePerMinute)} done a minute`,
    oldestAt !== null && `the oldest of ${formatAgo(Date.parse(oldestAt))}`,
    progress && `${formatWhole(progress.done)} of ${formatWhole(progress.of)} done`,
  ]
    .filter(Boolean)
    .join(', ')
}

function describeLastError({ lastError, lastFailedAt }: OperatorWork): string {
  if (lastError === null || lastFailedAt === null) return ''
  return `Last error, ${formatAgo(Date.parse(lastFailedAt))}: ${lastError}`
}
