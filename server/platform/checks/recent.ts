// Conditions of alerts on this node's own figures, for installations without Prometheus: increases of the last minutes,
// and states that have lasted as long.
import type { Metrics } from '../metrics/metrics.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { type Check, type Finding, look, well } from './check.ts'

const MAX_FAILED_SHARE = 0.01
const MAX_SLOW_SHARE = 0.05
/** Seconds; a bucket of the histogram. */
const SLOW_FROM = 1
/** Fewer say nothing about a route: one slow answer at night is no fault. */
const MIN_ANSWERS = 20
const MAX_JOB_FAILURES = 3
const MAX_FAILED_DELIVERIES = 20
const MAX_FILES_WAITING = 20
const MAX_WAL_BYTES = 2e8

type Totals = ReadonlyMap<string, number>

interface Series {
  metricName?: string
  labels: Record<string, string | number | undefined>
  value: number
}

interface Increase {
  name: string
  metric: string
  withinMs: number
  /** Under which total a series is added up; undefined: under none. */
  keyOf: (series: Series) => string | undefined
  judge: (increases: Totals) => Finding
}

/** `for` of the alert, and its threshold. */
interface Lasting {
  name: string
  metric: string
  forMs: number
  isBad: (value: number) => boolean
  well: string
  look: readonly [sentence: string, remedy: string]
}

const increases: readonly Increase[] = [
  {
    name: 'answers',
    metric: 'http_request_seconds',
    withinMs: 5 * MINUTE_MS,
    // Probes of a node that is not ready are told by other checks.
    keyOf: ({ metricName, labels: { route, status } }) =>
      metricName?.endsWith('_count') && route !== '/readyz' ? String(status) : undefined,
    judge: (increase) => {
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
    name: 'slow answers',
    metric: 'http_request_seconds',
    withinMs: 15 * MINUTE_MS,
    keyOf: ({ metricName, labels: { le, route } }) =>
      metricName?.endsWith('_bucket') && !String(route).includes('upload') ? `${le} ${route}` : undefined,
    judge: (increase) => {
      const slow = [...increase].flatMap(([key, total]) => {
        const [, route] = /^\+Inf (.*)$/.exec(key) ?? []
        if (route === undefined || total < MIN_ANSWERS) return []
        const count = total - (increase.get(`${SLOW_FROM} ${route}`) ?? 0)
        return count > total * MAX_SLOW_SHARE ? [`${route}: ${count} of ${total}`] : []
      })
      if (slow.length === 0) return well('95 % of the answers of every route take less than a second.')
      return look(
        'More than 5 % of the answers of a route took over a second in the last 15 minutes.',
        'Compare cloudstreet_statement_seconds_total and cloudstreet_database_waiting: the statement, or the wait for a connection.',
        slow.join(', '),
      )
    },
  },
  {
    name: 'jobs',
    metric: 'job_runs_total',
    withinMs: 15 * MINUTE_MS,
    keyOf: ({ labels }) => (labels.outcome === 'failed' ? String(labels.job) : undefined),
    judge: (increase) => {
      const failing = [...increase].filter(([, count]) => count > MAX_JOB_FAILURES)
      if (failing.length === 0) return well('No background job fails again and again.')
      return look(
        'A background job fails again and again.',
        'The log has the error; the job is retried.',
        failing.map(([job, count]) => `${job}: ${count} times`).join(', '),
      )
    },
  },
  {
    name: 'file reads',
    metric: 'file_read_failures_total',
    withinMs: 5 * MINUTE_MS,
    keyOf: ({ labels }) => (labels.problem === 'unreachable' ? 'unreachable' : undefined),
    judge: (increase) => {
      const count = increase.get('unreachable') ?? 0
      if (count === 0) return well('The stores of files answer when a file is read.')
      return look(
        'Files could not be read in the last five minutes: a store did not answer.',
        'Downloads are 503 meanwhile; the log names the bucket or folder of FILES_URL, and what it answers.',
        `${count} times`,
      )
    },
  },
  {
    name: 'failed deliveries',
    metric: 'deliveries',
    withinMs: HOUR_MS,
    keyOf: ({ labels }) => (labels.state === 'failed' ? 'failed' : undefined),
    judge: (increase) => {
      const count = increase.get('failed') ?? 0
      if (count <= MAX_FAILED_DELIVERIES) return well('Few deliveries of webhooks fail for good.')
      return look(
        'More than 20 deliveries of webhooks have failed for good within an hour.',
        '`admin webhook failures list` names the receivers. `admin work retry deliveries` sends everything again, `admin webhook replay` that of one.',
        `${count} deliveries`,
      )
    },
  },
]

const lasting: readonly Lasting[] = [
  {
    name: 'connections',
    metric: 'database_waiting',
    forMs: 5 * MINUTE_MS,
    isBad: (waiting) => waiting > 0,
    well: 'No request waits long for a connection to the database.',
    look: [
      'Requests have waited for connections to PostgreSQL for five minutes.',
      'docs/operate/postgresql.md has the size of the pool, and cloudstreet_statement_seconds_total what is slow.',
    ],
  },
  {
    name: 'replicas',
    metric: 'database_replica_used',
    forMs: 5 * MINUTE_MS,
    isBad: (isUsed) => isUsed === 0,
    well: 'No replica is left out.',
    look: [
      'A replica of DATABASE_REPLICAS has answered no reads for five minutes: it is gone, or too far behind.',
      'The primary answers its reads. See cloudstreet_database_replica_lag_seconds and docs/operate/high-availability.md.',
    ],
  },
  {
    name: 'scoring queue',
    metric: 'scorer_waiting',
    forMs: 10 * MINUTE_MS,
    isBad: (waiting) => waiting > MAX_FILES_WAITING,
    well: 'Uploads are scored without a long wait.',
    look: ['More than 20 uploads have waited to be scored for ten minutes.', 'Add cores or nodes.'],
  },
  {
    name: 'database log',
    metric: 'sqlite_wal_bytes',
    forMs: 15 * MINUTE_MS,
    isBad: (bytes) => bytes > MAX_WAL_BYTES,
    well: 'The log of the embedded database is checkpointed.',
    look: [
      'The log of the embedded database has been over 200 MB for a quarter of an hour.',
      'A reader that never ends holds it: a backup, or a shell on the database file. End it.',
    ],
  },
]

/** Asked every minute by the watch; the first answer has nothing to compare with. */
export function checkRecent(metrics: Metrics, monotonicClock = () => performance.now()): Check[] {
  return [
    ...increases.map((each) => checkIncrease(each, metrics, monotonicClock)),
    ...lasting.map((each) => checkLasting(each, metrics, monotonicClock)),
  ]
}

function checkIncrease(
  { name, metric, withinMs, keyOf, judge }: Increase,
  metrics: Metrics,
  clock: () => number,
): Check {
  let samples: { at: number; totals: Totals }[] = []
  const find = async () => {
    const at = clock()
    const totals = addUp(await readSeries(metrics, metric), keyOf)
    samples = samples.filter((sample) => at - sample.at <= withinMs)
    // A figure of the database is not there while that cannot be asked: the next value is then no increase.
    if (totals.size > 0) samples.push({ at, totals })
    const first = samples[0]?.totals
    return judge(new Map([...totals].map(([key, total]) => [key, total - (first?.get(key) ?? 0)])))
  }
  return { name, isSlow: true, find }
}

function checkLasting(condition: Lasting, metrics: Metrics, clock: () => number): Check {
  const { name, metric, forMs, isBad } = condition
  let badSince: number | undefined
  const find = async () => {
    const series = await readSeries(metrics, metric)
    badSince = series.some(({ value }) => isBad(value)) ? (badSince ?? clock()) : undefined
    const hasLasted = badSince !== undefined && clock() - badSince >= forMs
    return hasLasted ? look(...condition.look) : well(condition.well)
  }
  return { name, isSlow: true, find }
}

/** Nothing where the node has no such figure: replicas on SQLite. */
async function readSeries({ registry }: Metrics, name: string): Promise<Series[]> {
  const metric = registry.getSingleMetric(`cloudstreet_${name}`)
  return metric ? ((await metric.get()).values as Series[]) : []
}

function addUp(series: readonly Series[], keyOf: Increase['keyOf']): Totals {
  const totals = new Map<string, number>()
  for (const each of series) {
    const key = keyOf(each)
    if (key !== undefined) totals.set(key, (totals.get(key) ?? 0) + each.value)
  }
  return totals
}
