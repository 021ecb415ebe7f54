import { collectDefaultMetrics, Counter, Gauge, Histogram, type Metric, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Gauges with the names of counters. Their value is the sum of those without `_total`. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** Prometheus counters; a feature adds its own with `metrics.counter(…)`. */
export function createMetrics() {
  const registry = new Registry()
  for (const metric of listProcessMetrics()) registry.registerMetric(metric)
  return {
    registry,
    observeRequest: createRequestFigures(registry),
    counter(name: string, help: string, labelNames: string[] = []): Counter {
      const known = registry.getSingleMetric(`cloudstreet_${name}`) as Counter | undefined
      if (known) return known
      return new Counter({ name: `cloudstreet_${name}`, help, labelNames, registers: [registry] })
    },
    /** Read when the metrics are read; while it cannot be, the last value stands. */
    gauge(name: string, help: string, read: () => Promise<number>): void {
      const readOne = async () => [{ labels: {}, value: await read() }]
      addReadings(registry, Gauge, { name: `cloudstreet_${name}`, help, labelNames: [] }, readOne)
    },
    /** The same with labels. */
    gauges(name: string, help: string, labelNames: string[], read: ReadAll): void {
      addReadings(registry, Gauge, { name: `cloudstreet_${name}`, help, labelNames }, read)
    },
    /** Totals counted elsewhere since the start of the process. */
    totals(name: string, help: string, labelNames: string[], read: ReadAll): void {
      addReadings(registry, Counter, { name: `cloudstreet_${name}`, help, labelNames }, read)
    },
  }
}

let ofProcess: Registry | undefined

/** Made once: they observe the process to its end, and would keep every closed service in memory, 3 MB each. */
function listProcessMetrics() {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
    for (const name of misnamed) ofProcess.removeSingleMetric(name)
  }
  return ofProcess.getMetricsAsArray() as unknown as Metric[]
}

interface Reading {
  readonly labels: Record<string, string>
  readonly value: number
}

type ReadAll = () => Promise<readonly Reading[]>

function addReadings(
  registry: Registry,
  Kind: typeof Gauge | typeof Counter,
  description: { name: string; help: string; labelNames: string[] },
  read: ReadAll,
): void {
  if (registry.getSingleMetric(description.name)) return
  const metric: Gauge | Counter = new Kind({
    ...description,
    registers: [registry],
    collect: async () => {
      const readings = await read().catch(() => undefined)
      if (!readings) return
      metric.reset()
      // One without labels would stand at 0, which is a figure: of a time, the longest ago.
      if (readings.length === 0 && description.labelNames.length === 0) metric.remove()
      for (const { labels, value } of readings) metric.inc(labels, value)
    },
  })
}

interface AnsweredRequest {
  method: string
  route: string
  statusCode: number
  seconds: number
  /** The code of the error, when it was one. */
  error: string | undefined
}

function createRequestFigures(registry: Registry): (request: AnsweredRequest) => void {
  const histogram = new Histogram({
    name: 'cloudstreet_http_request_seconds',
    help: 'Response time in seconds, by method, route and status class',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const errors = new Counter({
    name: 'cloudstreet_http_errors_total',
    help: 'Answers that are errors, by route and error code',
    labelNames: ['route', 'code'],
    registers: [registry],
  })
  return ({ method, route, statusCode, seconds, error }) => {
    histogram.observe({ method, route, status: `${Math.floor(statusCode / 100)}xx` }, seconds)
    if (error !== undefined) errors.inc({ route, code: error })
  }
}
