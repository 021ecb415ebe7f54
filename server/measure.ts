// Every figure that is read when the metrics are; what is counted as it happens is counted where it happens.
import { measureAdmission } from './access/admission/admission.ts'
import { measureFiles } from './flights/files/metrics.ts'
import { measureScorer } from './flights/scorer/metrics.ts'
import type { FlightServices } from '#server/flights/record/services.ts'
import { measureLastCheck } from './operator/integrity/standing.ts'
import { measureChecks } from './platform/checks/checks.ts'
import { measureDatabase } from './platform/database/metrics.ts'
import { measureDisk } from './platform/files/disk.ts'
import { version } from './platform/settings/release.ts'

export function measure(node: FlightServices): void {
  const { checks, clock, config, metrics, readiness } = node
  // Read by the connection of the jobs: requests that wait for one do not hide that they do.
  const services = { ...node, db: node.db.forJobs() }
  // First: they are read in this order, and the others borrow connections themselves.
  measureDatabase(metrics, node.db)
  metrics.gauge('clock_skew_seconds', "How far this machine's clock is ahead of the database's", async () =>
    Number((clock.skewMs() / 1000).toFixed(3)),
  )
  metrics.gauges('build_info', 'The release that the node runs', ['version'], async () => [
    { labels: { version }, value: 1 },
  ])
  metrics.gauge('ready', 'Whether the node is ready for requests', async () =>
    Number((await readiness.find()).reason === undefined),
  )
  measureChecks(metrics, checks)
  measureDisk(metrics, config.dataDir)
  measureFiles(services)
  measureLastCheck(services)
  measureScorer(services)
  measureAdmission(metrics)
}
