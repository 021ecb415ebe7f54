// Applications that act for the pilot: what each may do, what it did, and how to end it.
import { useEffect, useState } from 'preact/hooks'
import type { LedgerRow } from '#dashboard/access.ts'
import type { Connection, Incident } from '#dashboard/applications.ts'
import { scopes } from '#contract/scopes.ts'
import { remove } from '../../parts/api.ts'
import { KeyLedger, Ledger } from '../../account/ledger.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { formatAgo, formatDate, formatMoment } from '../../parts/format.ts'
import { Icon } from '../../parts/icons.tsx'
import { useLoad } from '../../parts/load.ts'
import { Empty, ProblemNotice, Waiting } from '../../parts/notices.tsx'
import { accountTabs, Tabs } from '../../parts/tabs.tsx'

export default function Connections() {
  const connections = useLoad<{ items: Connection[] }>('/connections')
  const ledger = useLoad<{ items: LedgerRow[] }>('/ledger')
  const incidents = useLoad<{ items: Incident[] }>('/incidents')
  const [ending, setEnding] = useState<Connection>()
  useEffect(() => {
    document.title = 'Connected applications · Cloudstreet'
  }, [])
  const items = connections.value?.items
  return (
    <>
      <div class="page-head">
        <div>
          <h1>Account</h1>
          <p>Who may act for you, and a ledger of what they did in the last 90 days.</p>
        </div>
      </div>
      <Tabs tabs={accountTabs} label="Account" current="/app/account/connections" />
      <div class="stack">
        <ProblemNotice problem={connections.problem ?? ledger.problem} retry={connections.reload} />
        <Incidents items={incidents.value?.items ?? []} />
        {!items && !connections.problem && <Waiting height="card" />}
        {items?.length === 0 && (
          <section class="card">
            <Empty title="No application is connected">
              <p>When you allow an application to see or upload flights, it stands here until you end it.</p>
            </Empty>
          </section>
        )}
        {items?.map((connection) => (
          <ConnectionCard
            key={connection.applicationId}
            connection={connection}
            rows={(ledger.value?.items ?? []).filter((row) => row.applicationId === connection.applicationId)}
            end={() => setEnding(connection)}
          />
        ))}
        <KeyLedger rows={(ledger.value?.items ?? []).filter((row) => row.keyId !== null)} />
      </div>
      {ending && (
        <Confirm
          title={`Disconnect ${ending.applicationName}?`}
          action="Disconnect"
          run={async () => {
            await remove(`/connections/${ending.applicationId}`)
            await connections.renew()
          }}
          onClose={() => setEnding(undefined)}
        >
          <p>
            Every token it holds ends at once, and it is told of no further flights. You can allow it again
            later.
          </p>
        </Confirm>
      )}
    </>
  )
}

function Incidents({ items }: { items: Incident[] }) {
  if (items.length === 0) return null
  return (
    <div class="notice bad" role="alert">
      <Icon name="warning" />
      <div>
        <p>A token was used twice, which may mean that it was stolen. Everything it had given was ended:</p>
        <ul>
          {items.map((incident) => (
            <li key={incident.id}>
              {incident.applicationName}, {formatMoment(incident.occurredAt)}
              {incident.address && ` from ${incident.address}`}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function ConnectionCard({
  connection,
  rows,
  end,
}: {
  connection: Connection
  rows: LedgerRow[]
  end: () => void
}) {
  return (
    <section class="card connection">
      <div class="connection-head">
        <div>
          <h2>{connection.applicationName}</h2>
          <p class="soft small">
            {connection.ownerName && `By ${connection.ownerName}. `}
            {`Connected ${formatDate(connection.since)}, `}
            {connection.lastUsedAt ? `last used ${formatAgo(connection.lastUsedAt)}` : 'not used yet'}
          </p>
        </div>
        <button class="danger" onClick={end}>
          Disconnect
        </button>
      </div>
      <ul class="may">
        {connection.scopes.map((scope) => (
          <li key={scope}>
            <Icon name="check" size={16} /> {scopes[scope]}
          </li>
        ))}
      </ul>
      <Ledger rows={rows} />
    </section>
  )
}
