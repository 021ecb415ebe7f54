// Takes what is empty out of a rule: lists without a value, parts without one, and what is undefined.

export function prune<Value extends object>(value: Value): Value {
  const kept = Object.entries(value).flatMap(([name, part]) => {
    if (part === undefined || part === null || (Array.isArray(part) && part.length === 0)) return []
    const isPart = typeof part === 'object' && !Array.isArray(part)
    const pruned = isPart ? prune(part as object) : part
    // Every rule has a choice, whatever is in it.
    return isPart && Object.keys(pruned).length === 0 && name !== 'choice' ? [] : [[name, pruned]]
  })
  return Object.fromEntries(kept) as Value
}
