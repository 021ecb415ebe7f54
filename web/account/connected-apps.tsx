// Apps that act for the pilot: what each may do, what it did, and how to disconnect it.
import { texts } from '../language/texts.ts'
import { useState } from 'preact/hooks'
import type { LedgerRow } from '#dashboard/access.ts'
import type { Connection, Incident } from '#dashboard/applications.ts'
import { remove } from '../parts/api.ts'
import { KeyLedger, Ledger } from '../account/ledger.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { formatAgo, formatDate, formatMoment } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { useLoad } from '../parts/load.ts'
import { Empty, ProblemNotice, Skeleton } from '../parts/notices.tsx'

/** Emails and other pages lead here. */
function arrive(heading: HTMLElement | null): void {
  if (location.hash === '#apps') heading?.scrollIntoView()
}

export function ConnectedApps() {
  const connections = useLoad<{ items: Connection[] }>('/connections')
  const ledger = useLoad<{ items: LedgerRow[] }>('/ledger')
  const incidents = useLoad<{ items: Incident[] }>('/incidents')
  const [disconnecting, setDisconnecting] = useState<Connection>()
  const items = connections.value?.items
  return (
    <section class="below" aria-labelledby="apps">
      <div class="section-head">
        <h2 id="apps" ref={arrive}>
          {texts.connections.title}
        </h2>
        <p class="soft">{texts.connections.intro}</p>
      </div>
      <div class="stack">
        <ProblemNotice problem={connections.problem ?? ledger.problem} retry={connections.reload} />
        <Incidents items={incidents.value?.items ?? []} />
        {!items && !connections.problem && <Skeleton height="card" />}
        {items?.length === 0 && (
          <section class="card">
            <Empty title={texts.connections.none}>
              <p>{texts.connections.noneWhat}</p>
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
          title={texts.connections.disconnectQuestion(disconnecting.applicationName)}
          action={texts.connections.disconnect}
          run={async () => {
            await remove(`/connections/${disconnecting.applicationId}`)
            await connections.renew()
          }}
          onClose={() => setDisconnecting(undefined)}
        >
          <p>{texts.connections.disconnectWhat}</p>
        </Confirm>
      )}
    </section>
  )
}

function Incidents({ items }: { items: Incident[] }) {
  if (items.length === 0) return null
  return (
    <div class="notice bad" role="alert">
      <Icon name="warning" />
      <div>
        <p>{texts.connections.replayed}</p>
        <ul>
          {items.map((incident) => (
            <li key={incident.id}>{describeIncident(incident)}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function describeIncident({ applicationName, occurredAt, address }: Incident): string {
  const when = formatMoment(occurredAt)
  return address
    ? texts.connections.incidentFrom(applicationName, when, address)
    : `${applicationName}, ${when}`
}

/** Access that goes on without the user, and without a token. */
function StillActs({ connection: { hasTokens, webhooks } }: { connection: Connection }) {
  if (hasTokens) return webhooks > 0 ? <p class="soft small">{texts.connections.notified(webhooks)}</p> : null
  return (
    <div class="notice sun">
      <Icon name="warning" />
      <div>
        {webhooks > 0 && `${texts.connections.stillNotified(webhooks)} `}
        {texts.connections.noToken}
      </div>
    </div>
  )
}

function describeUse({ since, lastUsedAt }: Connection): string {
  const date = formatDate(since)
  return lastUsedAt
    ? texts.connections.connectedAndUsed(date, formatAgo(lastUsedAt))
    : texts.connections.connectedNeverUsed(date)
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
          <h3>{connection.applicationName}</h3>
          <p class="soft small">
            {connection.ownerName && `${texts.connections.by(connection.ownerName)} `}
            {connection.documentUrl && `${texts.connections.describesItself(connection.documentUrl)} `}
            {connection.isSelfRegistered && `${texts.connections.selfRegistered} `}
            {describeUse(connection)}
          </p>
        </div>
        <button class="danger" onClick={disconnect}>
          {texts.connections.disconnect}
        </button>
      </div>
      <ul class="may">
        {connection.scopes.map((scope) => (
          <li key={scope}>
            <Icon name="check" size={16} /> {texts.scopes[scope]}
          </li>
        ))}
      </ul>
      {connection.redirectOrigins.length > 0 && (
        <p class="soft small">{texts.connections.returnsTo(connection.redirectOrigins.join(', '))}</p>
      )}
      <StillActs connection={connection} />
      <Ledger rows={rows} of={connection.applicationName} />
    </section>
  )
}
