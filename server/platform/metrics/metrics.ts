import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Prometheus counters; a feature adds its own with `metrics.counter(…)`. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    observeRequest: createRequestFigures(registry),
    counter(name: string, help: string, labelNames: string[] = []): Counter {
      const known = registry.getSingleMetric(`cloudstreet_${name}`) as Counter | undefined
      return known ?? new Counter({ name: `cloudstreet_${name}`, help, labelNames, registers: [registry] })
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
    /** What somebody else counts since the start of the process. */
    totals(name: string, help: string, labelNames: string[], read: ReadAll): void {
      addReadings(registry, Counter, { name: `cloudstreet_${name}`, help, labelNames }, read)
    },
  }
}

export interface Reading {
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
