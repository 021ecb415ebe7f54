import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

const MAX_BUFFERED = 1_000

export type Metrics = ReturnType<typeof createMetrics>

/** Prometheus counters; a feature adds its own with `metrics.counter(…)`. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const counters = new Map<string, Tally>()
  return {
    registry,
    observeRequest: createRequestHistogram(registry),
    counter(name: string, help: string, labelNames: string[] = []): Tally {
      let counter = counters.get(name)
      if (!counter) {
        counter = createTally(registry, { name: `cloudstreet_${name}`, help, labelNames })
        counters.set(name, counter)
      }
      return counter
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

export interface Tally {
  inc(labels?: Record<string, string>, by?: number): void
}

/** Counted in a plain map, and handed to prom-client when the metrics are read, which is far rarer. */
function createTally(
  registry: Registry,
  description: { name: string; help: string; labelNames: string[] },
): Tally {
  const counts = new Map<string, { labels: Record<string, string>; by: number }>()
  const counter = new Counter({
    ...description,
    registers: [registry],
    collect: () => {
      for (const { labels, by } of counts.values()) counter.inc(labels, by)
      counts.clear()
    },
  })
  return {
    inc: (labels = {}, by = 1) => {
      const name = Object.values(labels).join(' ')
      const count = counts.get(name)
      if (count) count.by += by
      else counts.set(name, { labels, by })
    },
  }
}

interface AnsweredRequest {
  method: string
  route: string
  statusCode: number
  seconds: number
}

/** Added to the histogram in batches, at the latest when it is read: one by one costs several times as much. */
function createRequestHistogram(registry: Registry): (request: AnsweredRequest) => void {
  const buffered: AnsweredRequest[] = []
  const observeBuffered = () => {
    for (const { method, route, statusCode, seconds } of buffered) {
      histogram.observe({ method, route, status: `${Math.floor(statusCode / 100)}xx` }, seconds)
    }
    buffered.length = 0
  }
  const histogram = new Histogram({
    name: 'cloudstreet_http_request_seconds',
    help: 'Response time in seconds, by method, route and status class',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
    collect: observeBuffered,
  })
  return (request) => {
    if (buffered.push(request) >= MAX_BUFFERED) observeBuffered()
  }
}
