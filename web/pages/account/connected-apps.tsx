// Apps that act for the pilot: what each may do, what it did, and how to disconnect it.
import { texts } from '../../language/texts.ts'
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
import { Empty, ProblemNotice, Skeleton } from '../../parts/notices.tsx'
import { accountTabs, Tabs } from '../../parts/tabs.tsx'

export default function ConnectedApps() {
  const connections = useLoad<{ items: Connection[] }>('/connections')
  const ledger = useLoad<{ items: LedgerRow[] }>('/ledger')
  const incidents = useLoad<{ items: Incident[] }>('/incidents')
  const [disconnecting, setDisconnecting] = useState<Connection>()
  useEffect(() => {
    document.title = 'Connected apps · Cloudstreet'
  }, [])
  const items = connections.value?.items
  return (
    <>
      <div class="page-head">
        <div>
          <h1>{texts.account.title}</h1>
          <p>Apps that can act for you, and what they did in the last 90 days.</p>
        </div>
      </div>
      <Tabs tabs={accountTabs()} label={texts.account.title} current="/app/account/connections" />
      <div class="stack">
        <ProblemNotice problem={connections.problem ?? ledger.problem} retry={connections.reload} />
        <Incidents items={incidents.value?.items ?? []} />
        {!items && !connections.problem && <Skeleton height="card" />}
        {items?.length === 0 && (
          <section class="card">
            <Empty title="No connected apps">
              <p>
                Apps that you allow to see or upload your flights are listed here until you disconnect them.
              </p>
            </Empty>
          </section>
        )}
        {items?.map((connection) => (
          <ConnectionCard
            key={connection.applicationId}
            connection={connection}
            rows={(ledger.value?.items ?? []).filter((row) => row.applicationId === connection.applicationId)}
            disconnect={() => setDisconnecting(connection)}
          />
        ))}
        <KeyLedger rows={(ledger.value?.items ?? []).filter((row) => row.keyId !== null)} />
      </div>
      {disconnecting && (
        <Confirm
          title={`Disconnect ${disconnecting.applicationName}?`}
          action="Disconnect"
          run={async () => {
            await remove(`/connections/${disconnecting.applicationId}`)
            await connections.renew()
          }}
          onClose={() => setDisconnecting(undefined)}
        >
          <p>
            It loses access at once and is no longer notified of your flights. You can connect it again later.
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
        <p>
          A token was used twice, which may mean that it was stolen. All access it gave has been revoked;
          connect the app again only if you trust it:
        </p>
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

/** What goes on without the user, and without a token. */
function StillActs({ connection: { hasTokens, webhooks } }: { connection: Connection }) {
  const hooks = webhooks === 1 ? 'Its webhook is' : `Its ${webhooks} webhooks are`
  if (hasTokens) return webhooks > 0 ? <p class="soft small">{`${hooks} notified of your flights.`}</p> : null
  return (
    <div class="notice sun">
      <Icon name="warning" />
      <div>
        {webhooks > 0 && `${hooks} still notified of your flights. `}
        It holds no token now, but may get a new one without asking you again. Disconnect it to end that.
      </div>
    </div>
  )
}

function ConnectionCard({
  connection,
  rows,
  disconnect,
}: {
  connection: Connection
  rows: LedgerRow[]
  disconnect: () => void
}) {
  return (
    <section class="card connection">
      <div class="connection-head">
        <div>
          <h2>{connection.applicationName}</h2>
          <p class="soft small">
            {connection.ownerName && `By ${connection.ownerName}. `}
            {connection.documentUrl &&
              `Not registered here; it describes itself at ${connection.documentUrl}. `}
            {`Connected ${formatDate(connection.since)}, `}
            {connection.lastUsedAt ? `last used ${formatAgo(connection.lastUsedAt)}` : 'never used'}
          </p>
        </div>
        <button class="danger" onClick={disconnect}>
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
      {connection.redirectOrigins.length > 0 && (
        <p class="soft small">{`Returns you to ${connection.redirectOrigins.join(', ')}.`}</p>
      )}
      <StillActs connection={connection} />
      <Ledger rows={rows} of={connection.applicationName} />
    </section>
  )
}
