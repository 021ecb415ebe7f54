// Doors and pages of the operations of clubs.
import { type ClubPageQuery, DEFAULT_CLUB_PAGE } from '#contract/clubs/clubs.ts'

export const tags = ['Clubs']
export const reading = { api: 'clubs:read', dashboard: 'session' } as const
export const writing = { api: 'clubs:manage', dashboard: 'session' } as const

/** One more is read than is shown: that tells whether there is a next page. */
export async function paged<Entry extends { id: string }>(
  { after, limit = DEFAULT_CLUB_PAGE }: ClubPageQuery,
  read: (page: { after: string | undefined; limit: number }) => Promise<Entry[]>,
): Promise<{ data: Entry[]; next: string | null }> {
  const entries = await read({ after, limit: limit + 1 })
  const data = entries.slice(0, limit)
  return { data, next: entries.length > limit ? (data.at(-1)?.id ?? null) : null }
}
