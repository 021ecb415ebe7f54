// The last answers that were worked out: asking again costs nothing.

/** At once, of one kind of answers. */
const MAX_IMPROVING = 8

export interface Recall<Value> {
  /**
   * `improve` is given an answer that is kept; the one that it promises takes its place. It gives undefined for an answer
   * that cannot be better.
   */
  (
    key: string,
    make: () => Promise<Value>,
    improve?: (answer: Value) => Promise<Value> | undefined,
  ): Promise<Value>
}

interface Kept<Value> {
  answer: Promise<Value>
  isImproved: boolean
}

/** Answers of the last keys asked for; failures are not kept. */
export function createRecent<Value>(max: number): Recall<Value> {
  const all = new Map<string, Kept<Value>>()
  let improving = 0

  const replace = async (kept: Kept<Value>, better: Promise<Value> | undefined) => {
    if (!better) return
    improving++
    kept.isImproved = true
    try {
      kept.answer = Promise.resolve(await better)
    } catch {
      // The next caller has it tried again.
      kept.isImproved = false
    } finally {
      improving--
    }
  }

  return (key, make, improve) => {
    const kept = all.get(key) ?? { answer: make(), isImproved: false }
    all.delete(key)
    all.set(key, kept)
    if (all.size > max) all.delete(all.keys().next().value!)
    const mayImprove = () => !kept.isImproved && improving < MAX_IMPROVING
    kept.answer.then(
      (answer) => (mayImprove() ? replace(kept, improve?.(answer)) : undefined),
      () => all.delete(key),
    )
    return kept.answer
  }
}
