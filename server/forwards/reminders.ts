// An email before XContest, which takes files from pilots alone, takes a flight no longer: for pilots who ask for it, one a day
// at most, and of each flight once.
import { XCONTEST_DAYS } from '#contract/forwards/words.ts'
import { formatsFor } from '#language/server.ts'
import type { Units } from '#language/preferences.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { emailsFor, type Reader, writeEmail } from '#server/platform/mail/write.ts'
import { DAY_MS, toDay } from '#server/platform/time.ts'
import type { ForwardableFlight } from '#server/events/pilots-flights.ts'
import type { ForwardServices } from './sources.ts'

const REMIND_DAYS = 3
const BATCH = 100
/** The others of such a day are in the logbook. */
const MAX_LINES = 20

export async function wantsReminders(sql: Sql, userId: string): Promise<boolean> {
  const rows = await sql`select 1 from users where id = ${userId} and reminded_at is not null`
  return rows.length > 0
}

export async function setReminders(sql: Sql, userId: string, isWanted: boolean): Promise<void> {
  await (isWanted
    ? sql`update users set reminded_at = 0 where id = ${userId} and reminded_at is null`
    : sql`update users set reminded_at = null where id = ${userId}`)
}

export async function remindPilots(services: ForwardServices, signal?: AbortSignal): Promise<void> {
  let after = ''
  for (;;) {
    const pilots = await listDuePilots(services, after)
    for (const { id } of pilots) {
      if (signal?.aborted) return
      await remind(services, id)
    }
    if (pilots.length < BATCH) return
    after = pilots.at(-1)!.id
  }
}

async function listDuePilots({ db, now }: ForwardServices, after: string): Promise<{ id: string }[]> {
  return db.sql<{ id: string }>`
    select id from users
    where id > ${after} and reminded_at is not null and reminded_at <= ${now() - DAY_MS} and disabled_at is null
      and email_verified
    order by id limit ${BATCH}`
}

/** Mostly there is nothing to write: the transaction begins when there is, and reads again. */
async function remind(services: ForwardServices, userId: string): Promise<void> {
  const { db, now } = services
  const nowMs = now()
  if ((await listNews(services, db.sql, nowMs, userId)).length === 0) return
  await db.transaction(async (sql) => {
    // Another node may have been first, or the pilot has changed their mind.
    const turn = await sql`
      update users set reminded_at = ${nowMs}
      where id = ${userId} and reminded_at <= ${nowMs - DAY_MS} returning id`
    if (turn.length === 0) return
    const news = await listNews(services, sql, nowMs, userId)
    for (const { id } of news)
      await sql`update flights set reminded_at = ${nowMs} where owner_id = ${userId} and id = ${id}`
    if (news.length > 0) await tell(services, sql, userId, news)
  })
}

/** Flights of the last days that were in no email yet, the earliest first. */
async function listNews(
  { forwardable }: Pick<ForwardServices, 'forwardable'>,
  sql: Sql,
  nowMs: number,
  userId: string,
): Promise<ForwardableFlight[]> {
  const since = toDay(nowMs - XCONTEST_DAYS * DAY_MS)
  const until = toDay(nowMs - (XCONTEST_DAYS - REMIND_DAYS) * DAY_MS)
  const due = (await forwardable.list(sql, userId, { since })).filter(({ date }) => date <= until)
  if (due.length === 0) return []
  const told = await sql<{ id: string }>`
    select id from flights
    where owner_id = ${userId} and reminded_at is not null and id in (${paddedList(due.map(({ id }) => id))})`
  const known = new Set(told.map(({ id }) => id))
  return due
    .filter(({ id }) => !known.has(id))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

async function tell(
  { config, mail }: Pick<ForwardServices, 'config' | 'mail'>,
  sql: Sql,
  userId: string,
  flights: readonly ForwardableFlight[],
): Promise<void> {
  const [reader] = await sql<Reader & { units: Units | null }>`
    select email, language, units from users where id = ${userId}`
  if (!reader) return
  const { leagueReminder } = emailsFor(reader)
  const { language, units } = reader
  const formats = formatsFor({ language: language ?? 'en', units: units ?? 'metric', clock: '24h' })
  const lines = flights.slice(0, MAX_LINES).map(({ id, date, distanceKm }) => {
    const lastDay = toDay(Date.parse(date) + XCONTEST_DAYS * DAY_MS)
    const figures = [formats.day(date), formats.quantity('distance', distanceKm)].join(', ')
    return `${leagueReminder.line(figures, formats.day(lastDay))}\n${config.baseUrl}/app/flights/${id}`
  })
  const shown = flights.length > lines.length ? [...lines, '…'] : lines
  const text = leagueReminder.text(shown.join('\n\n'), `${config.baseUrl}/app/upload/automatic`)
  await mail.send(sql, writeEmail(reader, leagueReminder.subject, text))
}
