// Increases of the last minutes, from this node's own counters: the conditions of the alerts about rates, without Prometheus.
import type { Metrics } from '../metrics/metrics.ts'
import { MINUTE_MS } from '../time.ts'
import { type Check, look, well } from './check.ts'

const ANSWERS_MS = 5 * MINUTE_MS
const MAX_FAILED_SHARE = 0.01
const JOBS_MS = 15 * MINUTE_MS
const MAX_JOB_FAILURES = 3

type Totals = ReadonlyMap<string, number>

interface Series {
  metricName?: string
  labels: Record<string, string | number | undefined>
  value: number
}

/** Asked every minute by the watch; the first answer has nothing to compare with. */
export function checkRecent(metrics: Metrics, monotonicClock = () => performance.now()): Check[] {
  const answers = createWindow(() => countAnswers(metrics), ANSWERS_MS, monotonicClock)
  const jobs = createWindow(() => countJobFailures(metrics), JOBS_MS, monotonicClock)
  return [
    {
      name: 'answers',
      isSlow: true,
      find: async () => {
        const increase = await answers()
        const total = [...increase.values()].reduce((sum, count) => sum + count, 0)
        const failed = increase.get('5xx') ?? 0
        if (failed <= total * MAX_FAILED_SHARE) return well('Fewer than 1 % of the answers are 5xx.')
        return look(
          'More than 1 % of the answers of the last five minutes are 5xx.',
          'The log has a line with the cause for each; the X-Request-Id finds it.',
          `${failed} of ${total}`,
        )
      },
    },
    {
      name: 'jobs',
      isSlow: true,
      find: async () => {
        const failing = [...(await jobs())].filter(([, count]) => count > MAX_JOB_FAILURES)
        if (failing.length === 0) return well('No background job fails again and again.')
        return look(
          'A background job fails again and again.',
          'The log has the error; the job is retried.',
          failing.map(([job, count]) => `${job}: ${count} times`).join(', '),
        )
      },
    },
  ]
}

/** How much each total has increased within the window. */
function createWindow(
  read: () => Promise<Totals>,
  windowMs: number,
  monotonicClock: () => number,
): () => Promise<Totals> {
  let samples: { at: number; totals: Totals }[] = []
  return async () => {
    const at = monotonicClock()
    samples = [...samples.filter((sample) => at - sample.at <= windowMs), { at, totals: await read() }]
    const [first, last] = [samples[0]?.totals, samples.at(-1)?.totals]
    return new Map([...(last ?? [])].map(([name, total]) => [name, total - (first?.get(name) ?? 0)]))
  }
}

async function readSeries({ registry }: Metrics, name: string): Promise<Series[]> {
  const metric = registry.getSingleMetric(`cloudstreet_${name}`)
  return metric ? ((await metric.get()).values as Series[]) : []
}

async function countAnswers(metrics: Metrics): Promise<Totals> {
  const series = await readSeries(metrics, 'http_request_seconds')
  const counts = series.filter(({ metricName }) => metricName?.endsWith('_count'))
  return addUp(counts, 'status')
}

async function countJobFailures(metrics: Metrics): Promise<Totals> {
  const series = await readSeries(metrics, 'job_runs_total')
  return addUp(
    series.filter(({ labels }) => labels.outcome === 'failed'),
    'job',
  )
}

function addUp(series: readonly Series[], label: string): Totals {
  const totals = new Map<string, number>()
  for (const { labels, value } of series) {
    const name = String(labels[label])
    totals.set(name, (totals.get(name) ?? 0) + value)
  }
  return totals
}
