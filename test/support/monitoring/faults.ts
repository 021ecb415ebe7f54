// Every fault that an operator should hear of, with what it does to the doctor, to /readyz and to the alerts.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { noteDamage } from '#server/flights/files/damage-store.ts'
import { flightFiles } from '#server/flights/files/tables.ts'
import { noteCheck } from '#server/operator/integrity/store.ts'
import { setPaused } from '#server/platform/background/store.ts'
import type { Refusal } from '../installation/s3-proxy.ts'
import { resizeDisk, type World, writeArchive } from './world.ts'

export interface Fault {
  make: (world: World) => Promise<unknown> | void
  mend: (world: World) => Promise<unknown> | void
  /** The check that is not well. */
  doctor: readonly [check: string, state: 'look' | 'act']
  /** The status of /readyz. */
  ready: 200 | 503
  alerts: readonly string[]
  /** Where it cannot be made, and why. */
  skip?: (world: World) => string | false
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const NOT_READY = ['CloudstreetNodeNotReady', 'CloudstreetCheckFails']
const isPostgres = process.env.TEST_ENGINE === 'postgres'

/** A store that new files go to and that does not do its part. */
function failingStore(refusal: Refusal, options: { of?: string[]; alerts?: string[] } = {}): Fault {
  const { of, alerts = ['CloudstreetFilesNotWritten'] } = options
  return {
    make: ({ line }) => void (line.refuse = (method) => (!of || of.includes(method) ? refusal : undefined)),
    mend: ({ line }) => void (line.refuse = () => undefined),
    doctor: ['storage', 'act'],
    ready: 503,
    alerts: [...NOT_READY, ...alerts],
  }
}

/** Rows that are there for as long as the fault is. */
const rows = (
  change: (world: World, nowMs: number) => Promise<unknown>,
  undo: (world: World) => Promise<unknown>,
  doctor: Fault['doctor'],
  alert: string,
): Fault => ({
  make: (world) => change(world, world.server.services.now()),
  mend: undo,
  doctor,
  ready: 200,
  alerts: [alert],
})

const sqlOf = ({ server }: World) => server.services.db.sql

const insertDeliveries = async (world: World, status: string, count: number, createdAt: number) => {
  for (let number = 1; number <= count; number++)
    await sqlOf(world)`
      insert into deliveries (id, webhook_id, sequence, event_id, event, user_id, payload, status, created_at)
      values (${`delivery-${number}`}, ${world.webhookId}, ${number}, ${`event-${number}`}, 'flight.uploaded',
        ${world.pilot.user.id}, '{}', ${status}, ${createdAt})`
}
const removeDeliveries = (world: World) => sqlOf(world)`delete from deliveries`
const insertEmail = (world: World, createdAt: number, failedAt: number | null) => sqlOf(world)`
  insert into queue (kind, id, payload, created_at, due_at, failed_at)
  values ('emails', 'email', ${new Uint8Array(4)}, ${createdAt}, ${createdAt + DAY_MS}, ${failedAt})`
const removeEmails = (world: World) => sqlOf(world)`delete from queue where kind = 'emails'`

const damage = { part: 'files', sentence: 'A file is not whole.', remedy: 'Heal it.', examples: [] } as const
const noteWell = (world: World) => noteCheck(sqlOf(world), { at: world.server.services.now(), findings: [] })

export const faults: Readonly<Record<string, Fault>> = {
  'a bucket that is gone': failingStore({ status: 404, code: 'NoSuchBucket' }),
  'a bucket that answers 403': failingStore({ status: 403, code: 'AccessDenied' }),
  'a bucket that answers 500': failingStore({ status: 500, code: 'InternalError' }),
  // Files are taken in the end.
  'a bucket that is slow': failingStore({ status: 200, code: '', afterMs: 5000 }, { alerts: [] }),
  'a bucket that is full': failingStore({ status: 507, code: 'XMinioStorageFull' }),
  'a bucket that is read-only': failingStore(
    { status: 403, code: 'AccessDenied' },
    { of: ['PUT', 'DELETE'] },
  ),
  'a bucket that gives no files': {
    ...failingStore(
      { status: 500, code: 'InternalError' },
      { of: ['GET'], alerts: ['CloudstreetFilesUnreachable'] },
    ),
    make: async (world) => {
      world.line.refuse = (method) => (method === 'GET' ? { status: 500, code: 'InternalError' } : undefined)
      const { headers } = world.pilot
      await world.server.fetch(`/api/v1/flights/${world.flightId}/igc`, { headers })
    },
  },
  'a mail server that refuses': {
    make: ({ stopMail }) => stopMail(),
    mend: ({ startMail }) => startMail(),
    doctor: ['mail', 'act'],
    // Uploads and reading need no mail.
    ready: 200,
    alerts: ['CloudstreetCheckFails'],
  },
  'a clock that is ten minutes off': {
    make: ({ setClock }) => setClock(10 * MINUTE_MS),
    mend: ({ setClock }) => setClock(0),
    doctor: ['clock', 'act'],
    ready: 503,
    alerts: [...NOT_READY, 'CloudstreetClockSkew'],
    skip: () => !isPostgres && 'the embedded database has no other clock than the machine’s',
  },
  'a disk that is almost full': {
    make: ({ disk }) => disk && resizeDisk(disk, 150),
    mend: ({ disk }) => disk && resizeDisk(disk, 2048),
    doctor: ['disk', 'act'],
    ready: 200,
    alerts: ['CloudstreetCheckFails', 'CloudstreetDiskAlmostFull'],
    skip: ({ disk }) => !disk && 'this user cannot make a small disk',
  },
  'a file that is lost': rows(
    (world) => noteDamage(sqlOf(world), flightFiles, world.flightId, 'lost'),
    (world) => noteDamage(sqlOf(world), flightFiles, world.flightId, null),
    ['files', 'act'],
    'CloudstreetFilesDamaged',
  ),
  'data that is not what was stored': rows(
    (world, nowMs) => noteCheck(sqlOf(world), { at: nowMs, findings: [damage] }),
    noteWell,
    ['data', 'act'],
    'CloudstreetDataDamaged',
  ),
  'data that is no longer checked': rows(
    (world, nowMs) => noteCheck(sqlOf(world), { at: nowMs - 11 * DAY_MS, findings: [] }),
    noteWell,
    ['data', 'look'],
    'CloudstreetDataUnchecked',
  ),
  'backups that are no longer made': {
    make: ({ backups }) => {
      for (const name of readdirSync(backups)) rmSync(join(backups, name))
      writeArchive(backups, Date.now() - 2 * DAY_MS)
    },
    mend: ({ backups }) => writeArchive(backups, Date.now()),
    doctor: ['backups', 'act'],
    ready: 200,
    alerts: ['CloudstreetBackupOld'],
  },
  'events that are not passed on': rows(
    (world, nowMs) => sqlOf(world)`
      insert into events (id, type, user_id, audience, payload, occurred_at)
      values ('stuck', 'flight.uploaded', ${world.pilot.user.id}, '[]', '{}', ${nowMs - 2 * MINUTE_MS})`,
    (world) => sqlOf(world)`update events set fanned_out_at = occurred_at where id = 'stuck'`,
    ['events', 'act'],
    'CloudstreetOutboxStuck',
  ),
  'deliveries that are late': rows(
    (world, nowMs) => insertDeliveries(world, 'pending', 1, nowMs - 6 * MINUTE_MS),
    removeDeliveries,
    ['deliveries', 'look'],
    'CloudstreetDeliveriesLate',
  ),
  'deliveries that fail for good': rows(
    (world, nowMs) => insertDeliveries(world, 'failed', 21, nowMs),
    removeDeliveries,
    ['failed deliveries', 'look'],
    'CloudstreetDeliveriesFailed',
  ),
  'an email that is not sent': rows(
    (world, nowMs) => insertEmail(world, nowMs - 16 * MINUTE_MS, null),
    removeEmails,
    ['emails', 'act'],
    'CloudstreetEmailsQueued',
  ),
  'an email that fails': rows(
    (world, nowMs) => insertEmail(world, nowMs, nowMs),
    removeEmails,
    ['emails', 'look'],
    'CloudstreetEmailsFailed',
  ),
  'work that is paused and forgotten': rows(
    (world, nowMs) => setPaused(sqlOf(world), 'imports', nowMs - 31 * MINUTE_MS),
    (world) => setPaused(sqlOf(world), 'imports', null),
    ['paused work', 'look'],
    'CloudstreetWorkPaused',
  ),
}

const COUNTED =
  'counted or lasting for minutes: a check of that name has its own test (checks/recent.test.ts)'

/** Alerts that no fault here sets off, with the reason. */
export const otherAlerts: Readonly<Record<string, string>> = {
  CloudstreetNodeDown: 'a node that does not answer has no figures: `up` is Prometheus’ own',
  CloudstreetErrorsOfTheService: COUNTED,
  CloudstreetSlowAnswers: COUNTED,
  CloudstreetJobFails: COUNTED,
  CloudstreetWaitingForConnections: COUNTED,
  CloudstreetReplicaLeftOut: COUNTED,
  CloudstreetScorerBusy: COUNTED,
  CloudstreetWalGrows: COUNTED,
}
