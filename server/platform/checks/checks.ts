// The checks of this node, and the watch over those that ask somebody else.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { MINUTE_MS, SECOND_MS } from '../time.ts'
import { type Check, type CheckFinding, checkStates, findOne } from './check.ts'

const EVERY_MS = MINUTE_MS
// Sooner while something is wrong: what is well again is used again.
const RETRY_MS = 10 * SECOND_MS

export interface WatchOptions {
  everyMs?: number | undefined
  retryMs?: number | undefined
}

export interface Checks {
  /** Every check, in the order of the table. */
  findAll(): Promise<CheckFinding[]>
  /** Begins to ask the slow ones again and again, and to log each change; gives what the first round finds. */
  watch(options?: WatchOptions): Promise<CheckFinding[]>
}

export function createChecks(checks: readonly Check[], log: Log, signal: AbortSignal): Checks {
  const known = new Map<Check, CheckFinding>()
  let isWatching = false

  const find = async (check: Check) => {
    if (!isWatching || !check.isSlow) return findOne(check)
    return known.get(check) ?? notAsked(check)
  }
  const renew = async (check: Check) => {
    const finding = await findOne(check)
    logChange(log, known.get(check), finding)
    known.set(check, finding)
    return finding
  }
  const keepAsking = async (check: Check, { everyMs = EVERY_MS, retryMs = RETRY_MS }: WatchOptions) => {
    while (!signal.aborted) {
      const isWell = known.get(check)?.state === 'well'
      await sleep(isWell || !check.isSlow ? everyMs : retryMs, undefined, { signal, ref: false }).catch(
        () => undefined,
      )
      if (!signal.aborted) await renew(check)
    }
  }
  return {
    findAll: () => Promise.all(checks.map(find)),
    watch: async (options = {}) => {
      isWatching = true
      return Promise.all(
        checks.map(async (check) => {
          const first = await renew(check)
          void keepAsking(check, options)
          return first
        }),
      )
    },
  }
}

function notAsked({ name, isNeeded = false }: Check): CheckFinding {
  const sentence = `The check of ${name} has not ended yet.`
  return { check: name, isNeeded, state: 'act', sentence, remedy: 'Wait a few seconds.' }
}

/** Once, and not every minute: the metric tells how long it lasts. */
function logChange(log: Log, before: CheckFinding | undefined, now: CheckFinding): void {
  const isSame = (before?.state ?? 'well') === now.state && (!before || before.sentence === now.sentence)
  if (isSame) return
  const { check, state, sentence, remedy, cause } = now
  const level = { well: 'info', look: 'warn', act: 'error' } as const
  log[level[state]]({ check, state, remedy, cause }, sentence)
}

/** One series for each state, of which one is 1: an alert names the state that it is about. */
export function measureChecks(metrics: Metrics, checks: Checks): void {
  metrics.gauges(
    'check',
    'State of each check of this node: 1 for the one it has',
    ['check', 'state'],
    async () =>
      (await checks.findAll()).flatMap(({ check, state }) =>
        checkStates.map((each) => ({ labels: { check, state: each }, value: Number(each === state) })),
      ),
  )
}
