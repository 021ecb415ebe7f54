// Warnings that readers of a flight need before they trust its points, in flightInfo.metadata.marks.
import { type Static, Type } from 'typebox'

const sentences = {
  'implausible-speed':
    'fixes were left out, since no wing without an engine flies so, or moved back by as much as the position jumped',
  unrecorded: 'the scored course spans a time without fixes',
  'repeated-track': 'a stretch of the file repeats another',
  'no-altitude': 'the recorder has written no altitude',
} as const
export type MarkCode = keyof typeof sentences

const list = Object.entries(sentences)
  .map(([code, sentence]) => `${code}: ${sentence}`)
  .join('; ')

const Mark = Type.Enum(Object.keys(sentences) as MarkCode[], {
  title: 'Mark',
  type: 'string',
  description: `A code, which is also that of a warning. ${list}. Later releases may add others.`,
  examples: ['unrecorded'],
})

export const Marks = Type.Array(Mark, {
  description:
    'What to know before trusting the points of the flight; absent when there is nothing. The warning of the same code says it in full, with the line of the file.',
})
export type Marks = Static<typeof Marks>

/** In the rules of a league. */
export const Refuses = Type.Array(Mark, {
  description: 'Marks with which a flight gets no points by these rules.',
})
