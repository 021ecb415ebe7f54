// How the last check of the data stands: a line of `admin doctor`, and two metrics.
import { act, type Finding, look, well } from '#server/platform/checks/check.ts'
import { commandLines } from '#server/platform/config.ts'
import { shareReads } from '#server/platform/metrics/share-reads.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { findLastCheck, type LastCheck } from './store.ts'

// As the alert has it.
const MAX_AGE_MS = 10 * DAY_MS
const COMMAND = `\`${commandLines.admin} check\``

export async function judgeLastCheck({ db, now }: Pick<Services, 'db' | 'now'>): Promise<Finding> {
  const last = await findLastCheck(db.sql)
  if (!last) return well('The data is checked for the first time an hour after the first start.')
  const days = Math.floor((now() - last.at) / DAY_MS)
  if (last.findings.length > 0) return describe(last)
  if (now() - last.at > MAX_AGE_MS)
    return look(
      `The data was last checked ${days} days ago.`,
      `Is a node without --no-work running, and are checks not paused? ${COMMAND} checks it now.`,
    )
  return well('The data was checked within the last days, and is what was stored.', `${days} days ago`)
}

function describe({ at, findings }: LastCheck): Finding {
  return act(
    `The last check of the data has found something: ${findings[0]?.sentence}`,
    `${findings[0]?.remedy} Then run ${COMMAND} again.`,
    `${findings.length} findings, ${new Date(at).toISOString()}`,
  )
}

export function measureLastCheck({ db, metrics }: Pick<Services, 'db' | 'metrics'>): void {
  const read = shareReads(() => findLastCheck(db.sql))
  const from = (pick: (last: LastCheck) => number) => async () => {
    const last = await read()
    return last ? [{ labels: {}, value: pick(last) }] : []
  }
  metrics.gauges(
    'data_check_timestamp_seconds',
    'When the data was last checked, in Unix seconds',
    [],
    from(({ at }) => Math.floor(at / 1000)),
  )
  metrics.gauges(
    'data_check_findings',
    'Findings of the last check of the data',
    [],
    from(({ findings }) => findings.length),
  )
}
