import type { Services } from '#server/platform/services.ts'
import { countDamaged } from './damage-store.ts'

const problems = ['corrupt', 'lost'] as const
export type ReadFailure = (typeof problems)[number] | 'unreachable'

export function countReadFailure({ metrics }: Pick<Services, 'metrics'>, problem: ReadFailure, by = 1): void {
  metrics
    .counter('file_read_failures_total', "Reads of flights' files that failed, by what was wrong", [
      'problem',
    ])
    .inc({ problem }, by)
}

export function measureFiles({ db, metrics }: Pick<Services, 'db' | 'metrics'>): void {
  // From the start: an increase from nothing is no increase for Prometheus.
  for (const problem of [...problems, 'unreachable'] as const) countReadFailure({ metrics }, problem, 0)
  metrics.gauges('files_damaged', 'Files known to be corrupt or lost', ['problem'], async () => {
    const counts = await countDamaged(db.sql)
    return problems.map((problem) => ({ labels: { problem }, value: counts.get(problem) ?? 0 }))
  })
}
