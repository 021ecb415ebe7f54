// The last answers that were worked out, so that asking again costs nothing.

/** Those of the last keys asked for; what fails is not kept. */
export function createRecent<Value>(
  max: number,
): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const kept = new Map<string, Promise<Value>>()
  return (key, make) => {
    const answer = kept.get(key) ?? make()
    kept.delete(key)
    kept.set(key, answer)
    if (kept.size > max) kept.delete(kept.keys().next().value!)
    answer.catch(() => kept.delete(key))
    return answer
  }
}
