// Pages of lists.
import { type CursorPagination, DEFAULT_LIMIT, MAX_LIMIT } from '#contract/values.ts'
import { invalidRequest } from '#server/platform/errors.ts'

interface Paging<After = string> {
  readonly after?: After | undefined
  readonly limit?: number | undefined
}

interface PageOf<Item> {
  data: Item[]
  pagination: CursorPagination
}

/** Of a list that is read from a place on: one more is read than is shown, which tells whether there is a next page. */
export async function readPage<Item, After = string>(
  { after, limit = DEFAULT_LIMIT }: Paging<After>,
  keyOf: (item: Item) => string,
  read: (page: { after: After | undefined; limit: number }) => Promise<readonly Item[]>,
): Promise<PageOf<Item>> {
  return toPage(await read({ after, limit: limit + 1 }), limit, keyOf)
}

/** Of a list that is there as a whole. */
export function pageOf<Item>(
  all: readonly Item[],
  { after, limit = MAX_LIMIT }: Paging,
  keyOf: (item: Item) => string,
): PageOf<Item> {
  const from = after === undefined ? 0 : all.findIndex((item) => keyOf(item) === after) + 1
  if (after !== undefined && from === 0)
    throw invalidRequest(
      'after names an entry that is not in this list, or no longer: begin again without it.',
    )
  return toPage(all.slice(from, from + limit + 1), limit, keyOf)
}

/** `items` are one more than the page has, where there are more. */
export function toPage<Item>(
  items: readonly Item[],
  limit: number,
  keyOf: (item: Item) => string,
): PageOf<Item> {
  const data = items.slice(0, limit)
  const last = data.at(-1)
  return { data, pagination: { next: items.length > limit && last ? keyOf(last) : null, limit } }
}
