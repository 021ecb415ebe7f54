// Many rows in one statement, with few different texts: each text is a prepared statement that a connection keeps.
import { type Fragment, list, type Parameter } from './sql.ts'

const BATCH_SIZE = 20

/** Groups of one fixed size, then single ones. */
export function toBatches<Item>(items: readonly Item[]): Item[][] {
  const full = Math.floor(items.length / BATCH_SIZE) * BATCH_SIZE
  const batches: Item[][] = []
  for (let start = 0; start < full; start += BATCH_SIZE) batches.push(items.slice(start, start + BATCH_SIZE))
  for (const item of items.slice(full)) batches.push([item])
  return batches
}

/** For `in (…)`: the last value repeated until the length is a power of two; `(null)` for no values, which is in nothing. */
export function paddedList(values: readonly Parameter[]): Fragment {
  const padded: Parameter[] = values.length === 0 ? [null] : [...values]
  while ((padded.length & (padded.length - 1)) !== 0) padded.push(padded.at(-1) ?? null)
  return list(padded)
}
