// Tells pilots of decisions about their flights, in words that accuse no one.
import { emailsFor, type Reader, writeEmail } from '#server/platform/mail/write.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { HeldEntry, Step } from './entries-store.ts'
import type { RankingServices } from './sources.ts'
import type { Season, SeasonPilot } from './store.ts'

/** More flights than that are counted by dots: entering may set many aside at once. */
const MAX_LINES = 20

/** One email for all of them. */
export async function tellDecisions(
  services: Pick<RankingServices, 'config' | 'mail'>,
  sql: Sql,
  { season, pilot }: { season: Pick<Season, 'clubId' | 'name'>; pilot: Pick<SeasonPilot, 'userId'> },
  held: readonly Pick<HeldEntry, 'id' | 'facts'>[],
  steps: readonly Step[],
): Promise<void> {
  if (steps.length === 0) return
  const [reader] = await sql<Reader>`select email, language from users where id = ${pilot.userId}`
  if (!reader) return
  const { subject, text, states, findings } = emailsFor(reader).entriesDecided
  const dateOf = new Map(held.map(({ id, facts }) => [id, facts.date]))
  const lines = steps.map(({ entry, state, text: reason, triggers }) => {
    const why = triggers?.map((trigger) => findings[trigger]).join(' ') ?? reason
    return state === 'answer' ? '' : `${dateOf.get(entry)}: ${states[state](why)}`
  })
  const shown = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), '…'] : lines
  const link = `${services.config.baseUrl}/app/clubs/${season.clubId ?? ''}`
  await services.mail.send(sql, writeEmail(reader, subject, text(season.name, shown.join('\n'), link)))
}
