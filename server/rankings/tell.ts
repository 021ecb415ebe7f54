// Tells pilots of decisions about their flights, in words that accuse no one, and of the end of what they have entered; and by
// events those who manage a season.
import { emailsFor, type Reader, writeEmail } from '#server/platform/mail/write.ts'
import type { EntryDecided, SeasonClosed } from '#contract/events.ts'
import { recordRankingEvent } from '#server/events/record.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import { listClubManagers } from './clubs-store.ts'
import type { Step } from './decisions-store.ts'
import type { RankingServices } from './sources.ts'
import type { Entry, Season } from './store.ts'

/** Entering may set many aside at once: more flights than that are left out, with dots. */
const MAX_LINES = 20

type Services = Pick<RankingServices, 'config' | 'eventSignal' | 'mail' | 'now'>
type ToldSeason = Pick<Season, 'id' | 'clubId' | 'name'>

type Told = Pick<EntryDecided, 'event' | 'entry'> | Pick<SeasonClosed, 'event'>

export async function tell(
  services: Pick<Services, 'eventSignal' | 'now'>,
  sql: Sql,
  { id, clubId }: ToldSeason,
  userIds: readonly string[],
  told: Told,
): Promise<void> {
  const all = { occurredAt: new Date(services.now()).toISOString(), season: { id, clubId } }
  for (const userId of userIds)
    await recordRankingEvent(services, sql, services.now(), { ...told, ...all, user: { id: userId } })
}

/** Owners and admins of the club, or the operators. */
export async function listManagers(
  { config }: Pick<Services, 'config'>,
  sql: Sql,
  { clubId }: Pick<Season, 'clubId'>,
): Promise<string[]> {
  const rows =
    clubId === null
      ? await sql<{ id: string }>`
          select id from users where email in (${paddedList(config.operators)}) and email_verified = ${true}`
      : await listClubManagers(sql, clubId)
  return rows.map(({ id }) => id)
}

export interface DecidedFlight {
  readonly flight: { readonly id: string; readonly date: string }
  readonly step: Step
}

/** One email for all of them, and an event for each. */
export async function tellDecisions(
  services: Services,
  sql: Sql,
  season: ToldSeason,
  { userId }: Pick<Entry, 'userId'>,
  decided: readonly DecidedFlight[],
): Promise<void> {
  const lines: string[] = []
  const [reader] = await sql<Reader>`select email, language from users where id = ${userId}`
  if (!reader || decided.length === 0) return
  const { subject, text, states, findings: words } = emailsFor(reader).entriesDecided
  for (const { flight, step } of decided) {
    const { state, findings } = step
    if (state === 'answer') continue
    const by = findings === null ? 'reviewer' : 'service'
    await tell(services, sql, season, [userId], {
      event: 'entry.decided',
      entry: { flightId: flight.id, state, by },
    })
    const why = findings?.map((finding) => words[finding]).join(' ') ?? step.text
    lines.push(`${flight.date}: ${states[state](why)}`)
  }
  const shown = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), '…'] : lines
  const link = `${services.config.baseUrl}/app/seasons/${season.id}`
  await services.mail.send(sql, writeEmail(reader, subject, text(season.name, shown.join('\n'), link)))
}

/** All who have entered, in their languages. */
export async function tellEntered(
  { mail }: Pick<Services, 'mail'>,
  sql: Sql,
  { id, name }: ToldSeason,
  what: 'seasonDeleted' | 'seasonReopened' | 'rankingDeleted',
  ranking = '',
): Promise<void> {
  const readers = await sql<Reader>`
    select u.email, u.language from ranking_entries e join users u on u.id = e.user_id where e.season_id = ${id}`
  for (const reader of readers) {
    const { subject, texts } = emailsFor(reader).seasonChanged
    await mail.send(sql, writeEmail(reader, subject, texts[what](name, ranking)))
  }
}
