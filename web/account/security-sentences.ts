// Sentences for the entries of the security log.
import type { SecurityEvent } from '#dashboard/security.ts'
import { texts } from '../language/texts.ts'

export function describeEvent({ kind, actor, subject, times }: SecurityEvent): string {
  const { security } = texts
  const by = {
    user: undefined,
    operator: security.byOperator,
    application: security.byApplication,
    service: security.byService,
  }
  const who = by[actor]
  const sentence = security.log[kind](subject ?? '')
  return `${sentence}${who ? `, ${who}` : ''}${times > 1 ? ` (${security.times(times)})` : ''}`
}
