// Tools about rankings: which there are, their places, and why a pilot's flights count or do not.
import { Type } from 'typebox'
import { type ListedSeason, RowDetails, RankingRows, RankingRowsQuery } from '#contract/clubs/api.ts'
import { lines } from './arguments.ts'
import { cutName } from './cut.ts'
import { declareTool, type Tool } from './tool.ts'

const ranking = Type.String({
  pattern: '^[a-f0-9]{24}$',
  'x-must-be': 'the id of a ranking, as list_rankings has it',
  description: 'The id of a ranking, as list_rankings has it.',
})
/** The first page of seasons. */
const SEASONS = 100
const ownFields = ['place', 'sum', 'flightCount'] as const
const flightFields = ['flightId', 'date', 'value', 'reason', 'needed', 'isNext'] as const

const list = declareTool({
  name: 'list_rankings',
  title: 'Rankings of clubs and seasons',
  description:
    'The rankings that the pilot may see, of the latest season first, and whether the pilot has entered. Needs the scope clubs:read.',
  input: { clubId: RankingRowsQuery.properties.clubId, limit: lines('How many to show.') },
  answer: async (read, { clubId, limit = SEASONS }) => {
    const { data } = await read<{ data: ListedSeason[] }>('/seasons', { clubId, limit: SEASONS })
    const all = data.flatMap(({ rankings, name, terms: { from, to }, closedAt, entry }) =>
      rankings.map((one) => ({
        id: one.id,
        name: cutName(one.name),
        season: cutName(name),
        from,
        to,
        isClosed: closedAt !== null,
        isEntered: entry !== null,
      })),
    )
    return { data: all.slice(0, limit), total: all.length }
  },
})

const places = declareTool({
  name: 'get_ranking',
  title: 'Places of a ranking',
  description: 'Rows of a ranking, best first. Needs the scope clubs:read.',
  input: {
    ranking,
    after: RankingRowsQuery.properties.after,
    limit: lines('Rows of a page.'),
  },
  answer: async (read, { ranking: id, ...asked }) => {
    const { data, pagination } = await read<RankingRows>(`/rankings/${id}/rows`, asked)
    const shown = data.map(({ profile: _profile, image: _image, ...row }) => ({
      ...row,
      name: row.name && cutName(row.name),
    }))
    return { data: shown, total: pagination.totalCount, next: pagination.next }
  },
})

const mine = declareTool({
  name: 'get_my_season',
  title: 'Why flights count',
  description:
    'The pilot’s own row: each flight, best first, why it counts or does not, what would change that, and the least a new flight must bring to count and to pass the row above. Needs the scopes clubs:read and flights:read.',
  input: { ranking, limit: lines('How many flights to show.') },
  answer: async (read, { ranking: id, limit }) => {
    const { data } = await read<{ data: RowDetails }>(`/rankings/${id}/rows/me`)
    const { row, flights, neededToCount, neededToPass } = data
    return {
      row: row && keep(row, ownFields),
      flights: flights.slice(0, limit).map((flight) => keep(flight, flightFields)),
      total: flights.length,
      neededToCount,
      neededToPass,
    }
  },
})

const keep = <Item extends object, Name extends keyof Item>(item: Item, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, item[name]])) as Pick<Item, Name>

export const rankingTools: readonly Tool[] = [list, places, mine]
