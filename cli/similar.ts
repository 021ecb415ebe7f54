// The word that somebody may have meant.

/** Undefined when none is nearly the same. */
export function findSimilar(given: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((word) => ({ word, distance: countEdits(given, word) }))
    .filter(({ word, distance }) => distance <= Math.max(1, Math.floor(word.length / 3)))
    .sort((one, other) => one.distance - other.distance)
  return best?.word
}

/** Letters that are missing, too many or different (Levenshtein). */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let index = 0; index < one.length; index++) {
    const next = [index + 1]
    for (let at = 1; at <= other.length; at++) {
      const isOther = one[index] === other[at - 1] ? 0 : 1
      next.push(Math.min(row[at]! + 1, next[at - 1]! + 1, row[at - 1]! + isOther))
    }
    row = next
  }
  return row.at(-1)!
}
