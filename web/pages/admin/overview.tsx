// One light, then version, queues, failed deliveries and backups.
import type { OperatorBackups, OperatorChecks, OperatorFailure, OperatorStatus } from '#dashboard/operator.ts'
import { Backups } from '../../operator/backups.tsx'
import { Checks } from '../../operator/checks.tsx'
import { Fetches } from '../../operator/fetches.tsx'
import { AskedAction, ListCard, type OperatorAction, OperatorPage } from '../../operator/operator-page.tsx'
import { type Fact, Facts } from '../../parts/facts.tsx'
import { formatAgo, formatWhole } from '../../parts/format.ts'
import { useLoad } from '../../parts/load.ts'
import { Wait } from '../../parts/notices.tsx'

export default function Overview() {
  const checks = useLoad<OperatorChecks>('/admin/checks')
  const status = useLoad<OperatorStatus>('/admin/status')
  const failures = useLoad<{ failures: OperatorFailure[] }>('/admin/failures')
  const backups = useLoad<OperatorBackups>('/admin/backups')
  return (
    <OperatorPage current="/app/admin">
      <Checks loaded={checks} />
      <Fetches />
      <section class="card" aria-labelledby="state">
        <h2 id="state">State</h2>
        <Wait loaded={status} height="card" />
        {status.value && <Facts class="facts" facts={listFacts(status.value)} />}
      </section>
      <ListCard
        id="failures"
        title="Failed deliveries"
        loaded={failures}
        items={failures.value?.failures}
        empty="None in the last 30 days."
        row={(failure) => <FailureRow key={failure.webhook} failure={failure} onDone={failures.renew} />}
      />
      <Backups loaded={backups} />
    </OperatorPage>
  )
}

function listFacts(status: OperatorStatus): Fact[] {
  const count = (wanted: string) => {
    const { waiting, failed, oldestAt } = status.work.find(({ name }) => name === wanted)!
    const since = oldestAt === null ? '' : `, the oldest of ${formatAgo(Date.parse(oldestAt))}`
    const lost = failed ? `, ${formatWhole(failed)} failed` : ''
    return `${formatWhole(waiting ?? 0)} queued${since}${lost}`
  }
  return [
    ['Version', status.version],
    ['Database', `${status.database}, ${status.migrations} migrations`],
    ['Users', formatWhole(status.users)],
    ['Events', count('events')],
    ['Deliveries', count('deliveries')],
    ['Emails', count('emails')],
  ]
}

const sendAgain: OperatorAction = {
  label: 'Send again',
  explanation: 'Each failed delivery is retried, starting from the first attempt.',
  path: 'webhook-replay',
}
const enable: OperatorAction = {
  label: 'Enable',
  explanation: 'New events are sent to it again.',
  path: 'webhook-enable',
}

function FailureRow({ failure, onDone }: { failure: OperatorFailure; onDone: () => Promise<void> }) {
  return (
    <li>
      <div>
        <strong>{failure.url}</strong> {!failure.enabled && <span class="tag bad">Disabled</span>}
        <div class="soft small">{`${failure.owner}: ${failure.lastError ?? 'no attempt was made'}`}</div>
      </div>
      <div class="soft small">{`${formatWhole(failure.failed)} failed, last ${formatAgo(Date.parse(failure.lastAt))}`}</div>
      <AskedAction
        action={failure.enabled ? sendAgain : enable}
        about={failure.enabled ? `what failed to ${failure.url}` : failure.url}
        body={{ webhook: failure.webhook }}
        onDone={onDone}
      />
    </li>
  )
}
