// Tells whether this node should get requests: every check it needs is well enough, and it is not about to stop.
import type { CheckState } from './check.ts'
import type { Checks } from './checks.ts'

export interface Ready {
  /** Why not; undefined when the node is ready. */
  readonly reason: string | undefined
  readonly checks: Readonly<Record<string, CheckState>>
}

export interface Readiness {
  /** However often it is called, it writes once a second. */
  find(): Promise<Ready>
  /** The node is about to stop. */
  end(): void
}

export function createReadiness(checks: Checks): Readiness {
  let isEnding = false
  return {
    find: async () => {
      if (isEnding) return { reason: 'This node is about to stop.', checks: {} }
      const findings = await checks.findAll()
      const faults = findings.filter(({ isNeeded, state }) => isNeeded && state === 'act')
      return {
        reason: faults.map(({ sentence }) => sentence).join(' ') || undefined,
        checks: Object.fromEntries(findings.map(({ check, state }) => [check, state])),
      }
    },
    end: () => {
      isEnding = true
    },
  }
}
