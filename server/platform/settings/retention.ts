// Everything that is kept for a period and then deleted: one list, each period a setting. docs/operate/retention.md shows it.
import { DAY_MS } from '../time.ts'
import { type Setting, wholeNumber } from './setting-types.ts'

const MAX_DAYS = 3650

/** `atLeast` is what integrators or pilots are promised: a period can be made longer than that, and not shorter. */
export const retention = {
  events: {
    setting: 'KEEP_EVENTS_DAYS',
    what: 'events for webhooks, and the log of their deliveries',
    days: 30,
    atLeast: 30,
  },
  deletions: {
    setting: 'KEEP_DELETIONS_DAYS',
    what: 'id and hash of a deleted flight, for those who keep copies',
    days: 90,
    atLeast: 90,
  },
  imports: {
    setting: 'KEEP_IMPORTS_DAYS',
    what: 'results of imports, with the files that the service failed to read',
    days: 90,
    atLeast: 90,
  },
  answers: {
    setting: 'KEEP_ANSWERS_DAYS',
    what: 'the first answer to an Idempotency-Key',
    days: 1,
    atLeast: 1,
  },
  unusedFiles: {
    setting: 'KEEP_UNUSED_FILES_DAYS',
    what: 'a file outside the database that no flight has any more',
    days: 1,
    atLeast: 1,
  },
  ledger: {
    setting: 'KEEP_LEDGER_DAYS',
    what: 'which key or application has used what, by day',
    days: 90,
    atLeast: 30,
  },
  securityLog: {
    setting: 'KEEP_SECURITY_LOG_DAYS',
    what: 'sign-ins and changes of accounts, with addresses and browsers',
    days: 365,
    atLeast: 1,
  },
  incidents: {
    setting: 'KEEP_INCIDENTS_DAYS',
    what: 'refresh tokens that were used twice',
    days: 365,
    atLeast: 1,
  },
  refusals: {
    setting: 'KEEP_REFUSALS_DAYS',
    what: 'how often an application was refused a token, or an upload failed, by day',
    days: 31,
    atLeast: 1,
  },
  expired: {
    setting: 'KEEP_EXPIRED_DAYS',
    what: 'OAuth codes and tokens that have expired or were used, so that a replay is noticed',
    days: 1,
    atLeast: 1,
  },
  failedEmails: {
    setting: 'KEEP_FAILED_EMAILS_DAYS',
    what: 'emails that could not be sent',
    days: 7,
    atLeast: 1,
  },
} as const satisfies Record<string, { setting: string; what: string; days: number; atLeast: number }>

export type Kept = keyof typeof retention
/** In days. */
export type Retention = Readonly<Record<Kept, number>>

type RetentionSettings = { [Name in Kept as (typeof retention)[Name]['setting']]: Setting<number> }

export const retentionSettings = Object.fromEntries(
  Object.values(retention).map(({ setting, what, days, atLeast }) => [
    setting,
    wholeNumber(days, atLeast, MAX_DAYS, `Days to keep ${what}`),
  ]),
) as RetentionSettings

export function readRetention(
  values: Readonly<Record<(typeof retention)[Kept]['setting'], number>>,
): Retention {
  const periods = Object.entries(retention).map(([name, { setting }]) => [name, values[setting]])
  return Object.fromEntries(periods) as Retention
}

/** Rows older than this are deleted. */
export function keptSince(
  { config, now }: { config: { retention: Retention }; now: () => number },
  kept: Kept,
): number {
  return now() - config.retention[kept] * DAY_MS
}
