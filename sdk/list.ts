// Lists of the service, read page by page as they are asked for.
import { type CallOptions, type Client, get, readJson } from './client.ts'

/** Options of every list. */
export interface ListOptions extends CallOptions {
  /** How many entries a page has, for fewer or smaller requests. */
  limit?: number | undefined
}

/** As the service answers it. */
export interface Page<Item> {
  data: Item[]
  pagination: {
    /** Where the next page begins; null at the end. */
    next: string | null
    limit: number
    /** Of a list that goes on, such as events: whether there is more already. */
    hasMore?: boolean
    /** How many there are on all pages, where the service counts them: of flights, on the first page. */
    totalCount?: number
  }
}

/**
 * A list, of which a page is asked for when it is needed.
 *
 * @example
 * for await (const flight of listFlights(client)) console.log(flight.flight_date)
 * for await (const { data, pagination } of listFlights(client).pages()) console.log(data.length, pagination.totalCount)
 * const gliders = await listGliders(client).all()
 */
export interface List<Item, Shown extends Page<Item> = Page<Item>> extends AsyncIterable<Item> {
  /** Page by page, as the service answers them. */
  pages(): AsyncGenerator<Shown, void, undefined>
  /** All of them together. */
  all(): Promise<Item[]>
}

/** `first` is asked of the first page instead of `limit`. */
export function list<Item, Shown extends Page<Item> = Page<Item>>(
  client: Client,
  path: string,
  query: { limit?: number | undefined; after?: number | undefined; [name: string]: unknown },
  options: CallOptions,
  first?: object,
): List<Item, Shown> {
  async function* pages(): AsyncGenerator<Shown, void, undefined> {
    const { limit, after, ...rest } = query
    let asked: object = first ?? { limit, after }
    for (;;) {
      const page: Shown = await get(client, path, {
        query: { ...rest, ...asked },
        read: readJson<Shown>,
        ...options,
      })
      yield page
      const { next, hasMore = true } = page.pagination
      if (next === null || !hasMore) return
      asked = { limit, after: next }
    }
  }
  async function* items(): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of pages()) yield* data
  }
  return {
    pages,
    [Symbol.asyncIterator]: items,
    all: async () => {
      const all: Item[] = []
      for await (const item of items()) all.push(item)
      return all
    },
  }
}
