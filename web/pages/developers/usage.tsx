// Requests of the last 30 days, and what is allowed.
import { useEffect } from 'preact/hooks'
import type { Usage } from '#dashboard/access.ts'
import { Bars } from '../../parts/bars.tsx'
import { formatDay, formatWhole } from '../../parts/format.ts'
import { useLoad } from '../../parts/load.ts'
import { ProblemNotice, Waiting } from '../../parts/notices.tsx'
import { developerTabs, Tabs } from '../../parts/tabs.tsx'

export default function UsagePage() {
  const usage = useLoad<Usage>('/usage')
  useEffect(() => {
    document.title = 'Usage · Cloudstreet'
  }, [])
  return (
    <>
      <div class="page-head">
        <div>
          <h1>Developers</h1>
          <p>What your keys and applications have asked for.</p>
        </div>
      </div>
      <Tabs tabs={developerTabs} label="Developers" current="/app/developers/usage" />
      <ProblemNotice problem={usage.problem} retry={usage.reload} />
      {usage.value ? <Charts usage={usage.value} /> : !usage.problem && <Waiting height="card" />}
    </>
  )
}

function Charts({ usage }: { usage: Usage }) {
  const days = lastDays(usage, 30)
  const requests = days.reduce((sum, day) => sum + day.requests, 0)
  const uploads = days.reduce((sum, day) => sum + day.uploads, 0)
  const { limits } = usage
  const limit = (count: number) => (count === 0 ? 'no limit' : formatWhole(count))
  return (
    <div class="stack">
      <section class="card">
        <h2>Requests a day</h2>
        <Bars
          isTall
          label={`Requests of each of the last 30 days: ${requests} in all`}
          bars={days.map((day) => ({
            label: String(Number(day.day.slice(8))),
            value: day.requests,
            second: day.uploads,
            title: `${formatDay(day.day)}: ${day.requests} requests, ${day.uploads} of them uploads`,
          }))}
        />
        <p class="soft small">{`${formatWhole(requests)} requests in 30 days, ${formatWhole(uploads)} of them uploads (orange).`}</p>
      </section>
      <section class="card">
        <h2>Limits</h2>
        <dl class="facts narrow">
          <div>
            <dt>{`Requests in ${limits.windowSeconds} s`}</dt>
            <dd>{limit(limits.requests)}</dd>
          </div>
          <div>
            <dt>Uploads among them</dt>
            <dd>{limit(limits.uploads)}</dd>
          </div>
        </dl>
        <p class="soft small">
          For each credential. Every answer says what is left in <code>X-RateLimit-Remaining</code>; a refused
          request says when to come back in <code>Retry-After</code>.
        </p>
      </section>
    </div>
  )
}

/** Days without a request are days, too. */
function lastDays(usage: Usage, count: number) {
  const known = new Map(usage.days.map((entry) => [entry.day, entry]))
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.now() - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10)
    return known.get(day) ?? { day, requests: 0, uploads: 0 }
  })
}
