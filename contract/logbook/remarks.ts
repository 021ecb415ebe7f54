// A pilot's remarks on a flight, as plain text: programs that show them escape them.
import { Type } from 'typebox'
import { MAX_NOTES_LENGTH, MAX_TITLE_LENGTH } from './lengths.ts'

const title = {
  description:
    'What the pilot calls the flight: one line of plain text. Others see it where the flight is shared.',
  examples: ['First hundred'],
}
const notes = {
  description:
    'The pilot’s notes: plain text, lines end with a line feed. Never shown to those with whom the flight is shared.',
  examples: ['Left the ridge too early.\nNext time wait for the second cycle.'],
}

/** In a flight's metadata. */
export const Title = Type.String({ ...title, description: `${title.description} Absent when there is none.` })
export const Notes = Type.String({
  ...notes,
  description: `${notes.description} Absent when there are none.`,
})

/** In a correction. */
export const NewTitle = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  maxLength: MAX_TITLE_LENGTH,
  'x-must-be': `text of up to ${MAX_TITLE_LENGTH} characters, or null`,
  ...title,
  description: `${title.description} Null or empty: none.`,
})
export const NewNotes = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  maxLength: MAX_NOTES_LENGTH,
  'x-must-be': `text of up to ${MAX_NOTES_LENGTH} characters, or null`,
  ...notes,
  description: `${notes.description} Null or empty: none.`,
})
