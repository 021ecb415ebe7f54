// Applications: disable, enable, and individual limits.
import { useState } from 'preact/hooks'
import type { OperatorApplication } from '#dashboard/operator.ts'
import { LimitsDialog } from '../../operator/limits-dialog.tsx'
import { AskedAction, ListCard, type OperatorAction, OperatorPage } from '../../operator/operator-page.tsx'
import { useLoad } from '../../parts/load.ts'

export default function Applications() {
  const applications = useLoad<{ applications: OperatorApplication[] }>('/admin/applications')
  const [limited, setLimited] = useState<OperatorApplication>()
  return (
    <OperatorPage current="/app/admin/applications">
      <ListCard
        id="applications"
        title="Applications"
        loaded={applications}
        items={applications.value?.applications}
        empty="None yet."
        row={(application) => (
          <ApplicationRow
            key={application.client_id}
            application={application}
            onDone={applications.renew}
            limit={() => setLimited(application)}
          />
        )}
      />
      {limited && (
        <LimitsDialog
          application={limited}
          onDone={applications.renew}
          onClose={() => setLimited(undefined)}
        />
      )}
    </OperatorPage>
  )
}

function describeLimits({ requests, uploads }: OperatorApplication['limits']): string {
  const describe = (limit: number | null) => (limit === null ? 'default' : limit === 0 ? 'no limit' : limit)
  return `Requests: ${describe(requests)}, uploads: ${describe(uploads)}`
}

const disable: OperatorAction = {
  label: 'Disable',
  explanation:
    'All its tokens stop working, and nothing is delivered to its webhooks. Its owner cannot undo this.',
  path: 'app-disable',
  isDanger: true,
}
const enable: OperatorAction = {
  label: 'Enable',
  explanation: 'Its tokens and webhooks work again.',
  path: 'app-enable',
}

function ApplicationRow({
  application,
  onDone,
  limit,
}: {
  application: OperatorApplication
  onDone: () => Promise<void>
  limit: () => void
}) {
  const { name, client_id: app } = application
  return (
    <li>
      <div>
        <strong>{name}</strong>{' '}
        {application.disabledAt !== null && (
          <span class="tag bad">{application.disabledByOperator ? 'Disabled' : 'Disabled by its owner'}</span>
        )}
        <div class="soft small">{`${application.owner ?? 'Comes with the service'}, ${application.type}`}</div>
      </div>
      <div class="soft small">
        <div>{describeLimits(application.limits)}</div>
        <button class="quiet small" aria-label={`Change limits of ${name}`} onClick={limit}>
          Change limits
        </button>
      </div>
      <AskedAction
        action={application.disabledAt === null ? disable : enable}
        about={name}
        body={{ app }}
        onDone={onDone}
      />
    </li>
  )
}
