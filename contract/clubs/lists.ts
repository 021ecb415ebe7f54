// How lists of seasons and rankings are read page by page, and the numbers in them.
import { type TSchema, Type } from 'typebox'
import { CursorPagination } from '../values.ts'

export const DEFAULT_LIMIT = 25
const MAX_LIMIT = 100

export const PageQuery = {
  after: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{1,40}$',
      'x-must-be': 'what next of the page before says',
      description: 'What next of the page before says; the first page without it.',
      examples: ['68f0a1b2c3d4e5f6a7b8c9d0'],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      description: 'How many a page has at most.',
    }),
  ),
}

export const listOf = <Item extends TSchema>(title: string, item: Item, description: string) =>
  Type.Object({ data: Type.Array(item, { description }), pagination: CursorPagination }, { title })

/** `rows` are one more than the page has, where there are more. */
export function toPage<Item, Shown>(
  rows: readonly Item[],
  limit: number,
  idOf: (item: Item) => string,
  show: (item: Item) => Shown,
): { data: Shown[]; pagination: CursorPagination } {
  const page = rows.slice(0, limit)
  const next = rows.length > limit ? idOf(page.at(-1)!) : null
  return { data: page.map(show), pagination: { next, limit } }
}

export const value = (description: string) => Type.Number({ description, examples: [165.47] })
