// What connected apps and keys did, day by day.
import type { LedgerRow } from '#dashboard/access.ts'
import { scopes } from '#contract/scopes.ts'
import { formatAgo, formatDay, formatWhole } from '../parts/format.ts'

export function KeyLedger({ rows }: { rows: LedgerRow[] }) {
  if (rows.length === 0) return null
  return (
    <section class="card">
      <h2>Your personal keys</h2>
      <Ledger rows={rows} of="your keys" withKey />
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
  if (rows.length === 0) return <p class="soft small">No requests in the last 90 days.</p>
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={`Requests of ${of}`}>
      <table class="ledger">
        <thead>
          <tr>
            <th>Day</th>
            {withKey && <th>Key</th>}
            <th>Access</th>
            <th>Requests</th>
            <th>Last request</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.day}${row.keyId}${row.scope}`}>
              <td class="day">{formatDay(row.day)}</td>
              {withKey && <td class="key">{row.keyName}</td>}
              <td class="what">{scopes[row.scope] ?? row.scope}</td>
              <td class="count">{formatWhole(row.count)}</td>
              <td class="last">{formatAgo(row.lastAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
