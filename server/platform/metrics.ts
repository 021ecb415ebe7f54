import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Prometheus counters; a feature adds its own with `metrics.counter(…)`. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const counters = new Map<string, Counter>()
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'cloudstreet_http_request_seconds',
      help: 'Time to answer, by route and status class',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    counter(name: string, help: string, labelNames: string[] = []): Counter {
      let counter = counters.get(name)
      if (!counter) {
        counter = new Counter({ name: `cloudstreet_${name}`, help, labelNames, registers: [registry] })
        counters.set(name, counter)
      }
      return counter
    },
  }
}
