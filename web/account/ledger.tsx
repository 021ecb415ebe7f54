// The activity of connected apps and keys, day by day.
import { texts } from '../language/texts.ts'
import type { LedgerRow } from '#dashboard/access.ts'
import { formatAgo, formatDay, formatWhole } from '../parts/format.ts'

export function KeyLedger({ rows }: { rows: LedgerRow[] }) {
  if (rows.length === 0) return null
  return (
    <section class="card">
      <h2>{texts.connections.yourKeys}</h2>
      <Ledger rows={rows} of={texts.connections.yourKeys} withKey />
    </section>
  )
}

interface LedgerProps {
  rows: LedgerRow[]
  /** Whose requests these are. */
  of: string
  withKey?: boolean
}

export function Ledger({ rows, of, withKey = false }: LedgerProps) {
  if (rows.length === 0) return <p class="soft small">{texts.connections.noRequests}</p>
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={texts.connections.requestsOf(of)}>
      <table class="ledger">
        <thead>
          <tr>
            <th>{texts.connections.day}</th>
            {withKey && <th>{texts.connections.key}</th>}
            <th>{texts.connections.access}</th>
            <th>{texts.connections.requests}</th>
            <th>{texts.connections.lastRequest}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.day}${row.keyId}${row.scope}`}>
              <td class="day">{formatDay(row.day)}</td>
              {withKey && <td class="key">{row.keyName}</td>}
              <td class="what">{texts.scopes[row.scope] ?? row.scope}</td>
              <td class="count">{formatWhole(row.count)}</td>
              <td class="last">{formatAgo(row.lastAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
