// Everything that is kept for a period and then deleted. docs/operate/retention.md shows it.
import { DAY_MS } from '../time.ts'
import { optionalWholeNumber } from './setting-types.ts'

const MAX_DAYS = 3650

export interface Period {
  what: string
  days: number
  /** The setting that replaces the days; without one nobody has to decide. */
  setting?: 'KEEP_DAYS' | 'KEEP_LOGS_DAYS'
  /** What integrators or pilots are promised. */
  atLeast?: number
}

export const retention = {
  events: { setting: 'KEEP_DAYS', what: 'events for webhooks, and the log of their deliveries', days: 30 },
  deletions: {
    setting: 'KEEP_DAYS',
    what: 'id and hash of a deleted flight, for those who keep copies',
    days: 90,
  },
  imports: {
    setting: 'KEEP_DAYS',
    what: 'results of imports, with the files that the service failed to read',
    days: 90,
  },
  securityLog: {
    setting: 'KEEP_LOGS_DAYS',
    what: 'sign-ins and changes of accounts, with addresses and browsers',
    days: 365,
  },
  incidents: { setting: 'KEEP_LOGS_DAYS', what: 'refresh tokens that were used twice', days: 365 },
  ledger: {
    setting: 'KEEP_LOGS_DAYS',
    what: 'which key or application has used what, by day',
    days: 90,
    atLeast: 30,
  },
  refusals: {
    setting: 'KEEP_LOGS_DAYS',
    what: 'how often an application was refused a token, or an upload failed, by day',
    days: 31,
  },
  answers: { what: 'the first answer to an Idempotency-Key', days: 1 },
  unusedFiles: { what: 'a file outside the database that no flight has any more', days: 1 },
  expired: {
    what: 'OAuth codes and tokens that have expired or were used, so that a replay is noticed',
    days: 1,
  },
  failedWork: {
    what: 'emails that could not be sent, and flights whose signature could not be checked',
    days: 7,
  },
} as const satisfies Record<string, Period>

export type Kept = keyof typeof retention
/** In days. */
export type Retention = Readonly<Record<Kept, number>>

export const retentionSettings = {
  KEEP_DAYS: optionalWholeNumber(
    90,
    MAX_DAYS,
    'Days to keep what users look back at: events and deliveries of webhooks, ids of deleted flights, results of imports; 30, 90 and 90 when absent',
  ),
  KEEP_LOGS_DAYS: optionalWholeNumber(
    1,
    MAX_DAYS,
    'Days to keep logs: security log, token incidents, usage, refusals; 365, 365, 90 and 31 when absent',
  ),
}

export function readRetention(
  values: Readonly<Record<keyof typeof retentionSettings, number | undefined>>,
): Retention {
  const periods = Object.entries(retention).map(
    ([name, { setting, days, atLeast = 1 }]: [string, Period]) => [
      name,
      Math.max(atLeast, (setting && values[setting]) ?? days),
    ],
  )
  return Object.fromEntries(periods) as Retention
}

/** Rows older than this are deleted. */
export function keptSince(
  { config, now }: { config: { retention: Retention }; now: () => number },
  kept: Kept,
): number {
  return now() - config.retention[kept] * DAY_MS
}
