// The text that a search compares: without case and accents.
import type { Sql } from '#server/platform/database/database.ts'
import type { Remarks } from './remarks.ts'
import { fold } from '#language/fold.ts'

/** Some characters become several when they are folded. */
const MAX_LENGTH = 8000

/** The search text of a flight; the name of its site is compared where it is kept, as it may be corrected. */
export function writeSearchText({ title, notes }: Remarks, metadata: string): string {
  const { glider } = JSON.parse(metadata) as { glider?: string | null }
  const parts = [title, glider, notes].filter((part) => typeof part === 'string')
  return fold(parts.join('\n')).slice(0, MAX_LENGTH).toWellFormed()
}

export async function keepSearchText(
  sql: Sql,
  flight: Remarks & { id: string; metadata: string },
): Promise<void> {
  const text = writeSearchText(flight, flight.metadata)
  await sql`
    update flights set search_text = ${text}
    where id = ${flight.id} and (search_text is null or search_text <> ${text})`
}
