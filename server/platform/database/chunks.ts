// Many rows in one statement, with few different texts: a connection keeps a prepared statement for each text.
import { type Fragment, list, type Parameter } from './sql.ts'

const CHUNK_SIZE = 20

/** Chunks of one fixed size; what remains, one by one. */
export function toChunks<Item>(items: readonly Item[]): Item[][] {
  const full = Math.floor(items.length / CHUNK_SIZE) * CHUNK_SIZE
  const chunks: Item[][] = []
  for (let start = 0; start < full; start += CHUNK_SIZE) chunks.push(items.slice(start, start + CHUNK_SIZE))
  for (const item of items.slice(full)) chunks.push([item])
  return chunks
}

/** For `in (…)`: the last value is repeated until the length is a power of two. No values: `(null)`, which nothing is in. */
export function paddedList(values: readonly Parameter[]): Fragment {
  const padded: Parameter[] = values.length === 0 ? [null] : [...values]
  while ((padded.length & (padded.length - 1)) !== 0) padded.push(padded.at(-1) ?? null)
  return list(padded)
}
