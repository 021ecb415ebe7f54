import { type ClubPageQuery, DEFAULT_CLUB_PAGE } from '#contract/clubs/clubs.ts'

export interface Page {
  readonly after: string | undefined
  readonly limit: number
}

/** One more is read than is shown: that tells whether there is a next page. */
export async function paged<Entry extends { id: string }>(
  { after, limit = DEFAULT_CLUB_PAGE }: ClubPageQuery,
  read: (page: Page) => Promise<Entry[]>,
): Promise<{ data: Entry[]; next: string | null }> {
  const entries = await read({ after, limit: limit + 1 })
  const data = entries.slice(0, limit)
  return { data, next: entries.length > limit ? (data.at(-1)?.id ?? null) : null }
}
