// Tells pilots of decisions about their flights, in words that accuse no one, and by events those who manage a season.
import { emailsFor, type Reader, writeEmail } from '#server/platform/mail/write.ts'
import type { RankingEnvelope } from '#contract/events.ts'
import { recordRankingEvent } from '#server/events/record.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import type { HeldEntry, Step } from './entries-store.ts'
import type { RankingServices } from './sources.ts'
import type { Season, SeasonPilot } from './store.ts'

/** Entering may set many aside at once: more flights than that are left out, with dots. */
const MAX_LINES = 20

type Services = Pick<RankingServices, 'config' | 'eventSignal' | 'mail' | 'now'>
type ToldSeason = Pick<Season, 'id' | 'clubId' | 'name'>

/** An event without what all of them have. */
type Told = RankingEnvelope extends infer Each
  ? Each extends RankingEnvelope
    ? Omit<Each, 'occurredAt' | 'user' | 'season' | 'test'>
    : never
  : never

export async function tell(
  services: Pick<Services, 'eventSignal' | 'now'>,
  sql: Sql,
  { id, clubId }: ToldSeason,
  userIds: readonly string[],
  told: Told,
): Promise<void> {
  const occurredAt = new Date(services.now()).toISOString()
  for (const userId of userIds)
    await recordRankingEvent(services, sql, services.now(), {
      ...told,
      occurredAt,
      user: { id: userId },
      season: { id, clubId },
    } as RankingEnvelope)
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
      : await sql<{ id: string }>`
          select user_id as id from club_members
          where club_id = ${clubId} and role in ('owner', 'admin') and state = 'member'`
  return rows.map(({ id }) => id)
}

/** One email for all of them, and an event for each. */
export async function tellDecisions(
  services: Services,
  sql: Sql,
  { season, pilot }: { season: ToldSeason; pilot: Pick<SeasonPilot, 'userId'> },
  held: readonly Pick<HeldEntry, 'id' | 'facts'>[],
  steps: readonly Step[],
): Promise<void> {
  if (steps.length === 0) return
  for (const { entry: id, state, triggers } of steps) {
    if (state === 'answer') continue
    const entry = { id, state, by: triggers === null ? 'reviewer' : 'service' } as const
    await tell(services, sql, season, [pilot.userId], { event: 'entry.decided', entry })
  }
  const [reader] = await sql<Reader>`select email, language from users where id = ${pilot.userId}`
  if (!reader) return
  const { subject, text, states, findings } = emailsFor(reader).entriesDecided
  const dateOf = new Map(held.map(({ id, facts }) => [id, facts.date]))
  const lines = steps.flatMap(({ entry, state, text: reason, triggers }) => {
    const why = triggers?.map((trigger) => findings[trigger]).join(' ') ?? reason
    return state === 'answer' ? [] : [`${dateOf.get(entry)}: ${states[state](why)}`]
  })
  const shown = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), '…'] : lines
  const link = `${services.config.baseUrl}/app/seasons/${season.id}`
  await services.mail.send(sql, writeEmail(reader, subject, text(season.name, shown.join('\n'), link)))
}
