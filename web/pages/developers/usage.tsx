// Requests and refused uploads over the last 30 days, and the rate limits.
import type { UploadFailure, Usage } from '#dashboard/access.ts'
import { Bars } from '../../parts/bars.tsx'
import { formatAgo, formatDay, formatWhole } from '../../parts/format.ts'
import { useLoad } from '../../parts/load.ts'
import { ProblemNotice, Skeleton } from '../../parts/notices.tsx'
import { developerTabs, Tabs } from '../../parts/menu/tabs.tsx'
import { PageHead } from '../../parts/menu/page-head.tsx'

export default function UsagePage() {
  const usage = useLoad<Usage>('/usage')
  const failures = useLoad<{ items: UploadFailure[] }>('/failures')
  return (
    <>
      <PageHead title="Usage" about="Requests made by your keys and applications." />
      <Tabs tabs={developerTabs} label="Developers" current="/app/developers/usage" />
      <ProblemNotice problem={usage.problem} retry={usage.reload} />
      <ProblemNotice problem={usage.value && failures.problem} retry={failures.reload} />
      {usage.value ? (
        <Charts usage={usage.value} failures={failures.value?.items} />
      ) : (
        !usage.problem && <Skeleton height="card" />
      )}
    </>
  )
}

function Charts({ usage, failures }: { usage: Usage; failures: UploadFailure[] | undefined }) {
  const days = lastDays(usage, 30)
  const requests = days.reduce((sum, day) => sum + day.requests, 0)
  const uploads = days.reduce((sum, day) => sum + day.uploads, 0)
  const { limits } = usage
  const limit = (count: number) => (count === 0 ? 'no limit' : formatWhole(count))
  return (
    <div class="stack">
      <section class="card">
        <h2>Requests per day</h2>
        <Bars
          isTall
          label={`Requests per day over the last 30 days: ${requests} in total`}
          bars={days.map((day) => ({
            label: String(Number(day.day.slice(8))),
            value: day.requests,
            second: day.uploads,
            title: `${formatDay(day.day)}: ${day.requests} requests, ${day.uploads} of them uploads`,
          }))}
        />
        <p class="soft small">{`${formatWhole(requests)} requests in 30 days, ${formatWhole(uploads)} of them uploads (orange).`}</p>
      </section>
      {failures && <Failures failures={failures} />}
      <section class="card">
        <h2>Rate limits</h2>
        <dl class="facts narrow">
          <div>
            <dt>{`Requests per ${limits.windowSeconds} seconds`}</dt>
            <dd>{limit(limits.requests)}</dd>
          </div>
          <div>
            <dt>{`Uploads per ${limits.windowSeconds} seconds`}</dt>
            <dd>{limit(limits.uploads)}</dd>
          </div>
        </dl>
        <p class="soft small">
          Limits apply to each key and token. Every response says in <code>X-RateLimit-Remaining</code> how
          many requests are left; a rejected one says in <code>Retry-After</code> how many seconds to wait.
        </p>
      </section>
    </div>
  )
}

const unnamed = new Map([
  ['', 'no User-Agent'],
  ['other', 'all others'],
])

function Failures({ failures }: { failures: UploadFailure[] }) {
  return (
    <section class="card">
      <h2>Failed uploads by firmware</h2>
      {failures.length > 0 && (
        <table class="ledger">
          <thead>
            <tr>
              <th>User-Agent</th>
              <th>Reason</th>
              <th>Uploads</th>
              <th>Last</th>
            </tr>
          </thead>
          <tbody>
            {failures.map(({ agent, reason, words, count, lastAt }) => (
              <tr key={`${agent} ${reason}`}>
                <td class="agent">{unnamed.get(agent) ?? agent}</td>
                <td class="what">{words}</td>
                <td class="count">{formatWhole(count)}</td>
                <td class="last">{formatAgo(lastAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {failures.length === 0 && <p class="soft small">No upload failed in the last 30 days.</p>}
    </section>
  )
}

/** Includes the days without a request. */
function lastDays(usage: Usage, count: number) {
  const known = new Map(usage.days.map((entry) => [entry.day, entry]))
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.now() - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10)
    return known.get(day) ?? { day, requests: 0, uploads: 0 }
  })
}
