// A flight is marked when its readers must know something before they trust its points. A mark is the code of a
// warning: whatever reports such a warning, with its line and sentence, marks the flight.

export const marks = [
  /** Fixes were left out or moved back, since no wing without an engine flies so. */
  'implausible-speed',
  /** The scored course spans a silence of the recorder. */
  'unrecorded',
  /** A stretch of the file repeats another. */
  'repeated-track',
  /** Neither pressure nor GNSS altitude was recorded. */
  'no-altitude',
] as const
export type Mark = (typeof marks)[number]

/** In the order of the table, each once. */
export function listMarks(warnings: readonly { code: string }[]): Mark[] {
  const codes = new Set(warnings.map(({ code }) => code))
  return marks.filter((mark) => codes.has(mark))
}
