// What a search compares: text without case and accents.
import { fold } from './file-name.ts'

/** Some characters become several when they are folded. */
const MAX_LENGTH = 8000

/** Of a flight; the name of its site is compared where it is kept, as it may be corrected. */
export function writeSearchText(
  { title, notes }: { title: string | null; notes: string | null },
  metadata: string,
): string {
  const { glider } = JSON.parse(metadata) as { glider?: string | null }
  const parts = [title, glider, notes].filter((part) => typeof part === 'string')
  return fold(parts.join('\n')).slice(0, MAX_LENGTH).toWellFormed()
}
