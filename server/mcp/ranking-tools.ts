// Tools about rankings: which there are, their places, and why a pilot's flights count or do not.
import { Type } from 'typebox'
import { type PilotRow, Places, PlacesQuery, type Season } from '#contract/clubs/api.ts'
import { lines } from './arguments.ts'
import { cutName } from './cut.ts'
import { declareTool, type Tool } from './tool.ts'

const ranking = Type.String({
  pattern: '^[a-f0-9]{24}$',
  'x-must-be': 'the id of a ranking, as list_rankings has it',
  description: 'The id of a ranking, as list_rankings has it.',
})
const text = Type.String()
const total = Type.Integer()
const Row = Places.properties.data.items
const numberOrNull = Type.Union([Type.Number(), Type.Null()])

const list = declareTool({
  name: 'list_rankings',
  title: 'Rankings of clubs and seasons',
  description:
    'The rankings that the pilot may see, of the latest season first, and whether the pilot has entered. Needs the scope clubs:read.',
  input: { club: Type.Optional(PlacesQuery.properties.club), limit: lines('How many rankings to show.') },
  output: Type.Object({
    data: Type.Array(
      Type.Object({
        id: text,
        name: text,
        season: text,
        from: text,
        to: text,
        isClosed: Type.Boolean(),
        isEntered: Type.Boolean(),
      }),
    ),
    total,
  }),
  answer: async (read, { club, limit }) => {
    const { data } = await read<{ data: Season[] }>('/seasons', { club })
    const all = data.flatMap(({ rankings, name, terms: { from, to }, isClosed, entry }) =>
      rankings.map((one) => ({
        id: one.id,
        name: cutName(one.name),
        season: cutName(name),
        from,
        to,
        isClosed,
        isEntered: entry !== null,
      })),
    )
    return { data: all.slice(0, limit), total: all.length }
  },
})

const places = declareTool({
  name: 'get_ranking',
  title: 'Places of a ranking',
  description: 'The rows of a ranking, the best first. Needs the scope clubs:read.',
  input: {
    ranking,
    page: PlacesQuery.properties.page,
    limit: lines('How many rows a page has.'),
  },
  output: Type.Object({ data: Type.Array(Row), total }),
  answer: async (read, { ranking: id, limit, ...asked }) => {
    const { data, rows } = await read<Places>(`/rankings/${id}`, { ...asked, pageSize: limit })
    return { data: data.map((row) => ({ ...row, name: row.name && cutName(row.name) })), total: rows }
  },
})

const mine = declareTool({
  name: 'get_my_season',
  title: 'Why flights count',
  description:
    'The pilot’s own row of a ranking: each flight, the best first, with the reason why it counts or does not, the next that would count, and the least that a new flight must bring to count and to pass the row above. Needs the scopes clubs:read and flights:read.',
  input: { ranking, limit: lines('How many flights to show.') },
  output: Type.Object({
    row: Type.Union([Row, Type.Null()]),
    flights: Type.Array(
      Type.Object({
        flight: Type.Union([text, Type.Null()]),
        date: text,
        figure: numberOrNull,
        reason: text,
        isNext: Type.Boolean(),
      }),
    ),
    total,
    neededToCount: Type.Number(),
    neededToPass: numberOrNull,
  }),
  answer: async (read, { ranking: id, limit }) => {
    const { data } = await read<{ data: PilotRow }>(`/rankings/${id}/pilots/me`)
    const { row, flights, neededToCount, neededToPass } = data
    const shown = flights
      .slice(0, limit)
      .map(({ flight, date, figure, reason, isNext }) => ({ flight, date, figure, reason, isNext }))
    return { row, flights: shown, total: flights.length, neededToCount, neededToPass }
  },
})

export const rankingTools: readonly Tool[] = [list, places, mine]
