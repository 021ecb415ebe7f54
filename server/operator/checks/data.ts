// Checks by what is in the database and in folders: versions, backups, queues, files, places.
import { existsSync } from 'node:fs'
import { isSwitchedOn } from '#server/terrain/fetch/switch.ts'
import { listArchives } from '#server/archive/folder.ts'
import { countPendingEvents } from '#server/events/outbox.ts'
import { countDamaged } from '#server/flights/files/damage-store.ts'
import { act, type Check, type Finding, look, well } from '#server/platform/checks/check.ts'
import { listWorks } from '#server/platform/background/store.ts'
import { countEmails } from '#server/platform/mail/email-store.ts'
import type { Services } from '#server/platform/services.ts'
import { offerHeights } from '#server/platform/settings/heights.ts'
import { HOUR_MS, MINUTE_MS } from '#server/platform/time.ts'
import { countDeliveries } from '#server/webhooks/delivery/backlog-store.ts'
import { judgeLastCheck } from '../integrity/standing.ts'

const MIN_POSTGRES = 140_000
// As the alerts have it.
const MAX_BACKUP_AGE_MS = 6 * HOUR_MS
const MAX_EVENT_AGE_MS = MINUTE_MS
const MAX_DELIVERY_AGE_MS = 5 * MINUTE_MS
const MAX_EMAIL_AGE_MS = 15 * MINUTE_MS
const MAX_PAUSE_MS = 30 * MINUTE_MS

export function listDataChecks(services: Services): Check[] {
  return [
    { name: 'database version', find: () => checkVersion(services) },
    { name: 'backups', find: () => checkBackups(services) },
    { name: 'events', find: () => checkEvents(services) },
    { name: 'deliveries', find: () => checkDeliveries(services) },
    { name: 'emails', find: () => checkEmails(services) },
    { name: 'paused work', find: () => checkPaused(services) },
    { name: 'files', find: () => checkFiles(services) },
    { name: 'data', find: () => judgeLastCheck(services) },
    { name: 'heights', find: () => describeHeights(services) },
    { name: 'sites', find: () => countSites(services) },
  ]
}

async function checkVersion({ db }: Services): Promise<Finding> {
  if (db.engine === 'sqlite') {
    const [row] = await db.sql<{ version: string }>`select sqlite_version() as version`
    return well(`The database is SQLite ${row?.version}, which comes with the service.`)
  }
  const [row] = await db.sql<{ version: string; number: string }>`
    select current_setting('server_version') as version, current_setting('server_version_num') as number`
  if (Number(row?.number) < MIN_POSTGRES)
    return act(`PostgreSQL ${row?.version} is too old.`, 'Upgrade the server to PostgreSQL 14 or newer.')
  return well(`The database is PostgreSQL ${row?.version}.`)
}

async function checkBackups({ config, db, now }: Services): Promise<Finding> {
  const { folder } = config.backup
  if (folder === undefined)
    return db.engine === 'postgres'
      ? well('BACKUP_DIR is not set: backups are left to the tools of PostgreSQL.')
      : look('No backups are made.', 'Set BACKUP_DIR to a folder on another disk: docs/operate/backup.md.')
  const [newest] = listArchives(folder)
  if (!newest) return look('There is no backup yet.', 'The first is made within ten minutes of the start.')
  if (now() - newest.madeAt > MAX_BACKUP_AGE_MS)
    return act(
      'The newest backup is more than six hours old.',
      'The log of the node with BACKUP_DIR says why none was made; usually its disk is full.',
      `made ${new Date(newest.madeAt).toISOString()}`,
    )
  return well('Backups are made every hour, and read back.', `last ${new Date(newest.madeAt).toISOString()}`)
}

const isOlder = ({ now }: Services, at: number | null, maxMs: number) => at !== null && now() - at > maxMs

async function checkEvents(services: Services): Promise<Finding> {
  const { oldestAt = null } = await countPendingEvents(services.db.sql)
  if (!isOlder(services, oldestAt, MAX_EVENT_AGE_MS)) return well('Events are passed on at once.')
  return act(
    'Events wait for more than a minute.',
    'Is a node without --no-work running? Its log names the job that fails.',
  )
}

async function checkDeliveries(services: Services): Promise<Finding> {
  const { oldestAt = null } = await countDeliveries(services.db.sql, services.now())
  if (!isOlder(services, oldestAt, MAX_DELIVERY_AGE_MS)) return well('Webhooks are delivered in time.')
  return look(
    'Deliveries of webhooks wait for more than 5 minutes.',
    'Slow receivers fill the slots, or no node works: `admin webhook failures list`.',
  )
}

async function checkEmails(services: Services): Promise<Finding> {
  const { failed, oldestQueuedAt } = await countEmails(services.db.sql)
  if (isOlder(services, oldestQueuedAt, MAX_EMAIL_AGE_MS))
    return act(
      'An email has waited for more than 15 minutes.',
      '`admin mail list` shows the last error of each email.',
    )
  if (failed > 0)
    return look(
      `${failed} emails have failed.`,
      '`admin mail list` says why; `admin mail retry` sends them again.',
    )
  return services.mail.isConfigured
    ? well('Emails are sent in time.')
    : look(
        'No mail server is set: emails are written to DATA_DIR/outbox.',
        'Set SMTP_URL: without it no one can confirm an address or set a new password.',
      )
}

async function checkPaused(services: Services): Promise<Finding> {
  const works = await listWorks(services.db.sql)
  const forgotten = works.filter(({ paused_at }) => isOlder(services, paused_at, MAX_PAUSE_MS))
  if (forgotten.length === 0) return well('No background work has been paused for long.')
  return look(
    'Background work has been paused for more than half an hour.',
    'Was it forgotten? `admin work resume NAME` lets it go on.',
    forgotten.map(({ name }) => name).join(', '),
  )
}

async function checkFiles({ db }: Services): Promise<Finding> {
  const counts = await countDamaged(db.sql)
  const damaged = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (damaged === 0) return well('No file of a flight is known to be damaged.')
  return act(
    `${damaged} files of flights are damaged or lost.`,
    '`admin check` finds all of them, `admin files heal FILE` takes them from a backup.',
  )
}

/** Without a network nothing is broken: the sentence says what waits, and the cause why. */
async function describeHeights({ config, db }: Services): Promise<Finding> {
  const { path, url, auto, maxMegabytes } = config.terrain
  if (!auto) return well(`Heights are read from ${path}.`)
  if (!auto.isSet && !(await isSwitchedOn(db.sql))) {
    const state = existsSync(auto.folder)
      ? `Heights that were fetched before are read from ${path}, and no more are fetched.`
      : 'No height files are set: flights are shown without the ground below them.'
    return well(`${state} ${offerHeights(config.terrain)}`)
  }
  const kept = `Heights of flown degrees are fetched from ${new URL(url).host}, ${maxMegabytes} MB at most, to ${path}.`
  const row = (await listWorks(db.sql)).find(({ name }) => name === 'terrain')
  if (!row || row.progress_of === null) return well(kept)
  return well(
    `${kept} ${row.progress_of - (row.progress_done ?? 0)} files are still to come${row.last_error === null ? '' : `; the last error: ${row.last_error}`}.`,
  )
}

async function countSites({ db }: Services): Promise<Finding> {
  const [row] = await db.sql<{
    count: number
  }>`select count(*) as count from takeoffs where source_id is not null`
  return well(`${row?.count ?? 0} take-off sites are listed.`)
}
