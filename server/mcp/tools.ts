// Questions of an assistant to a logbook. Each tool is a read of the API: the same scopes, limits, ledger and
// answers.
import { Type, type TObject } from 'typebox'
import { FlightChangesQuery, FlightListQuery } from '#contract/flight-list.ts'
import { ScoresQuery } from '#contract/leagues.ts'
import { StatisticsQuery } from '#contract/logbook/statistics.ts'
import { RecordsQuery } from '#contract/logbook/records.ts'

export interface Tool {
  name: string
  title: string
  description: string
  inputSchema: TObject
  /** The path in the API, with `{id}` where the argument of that name goes; the others are its query. */
  path: string
  /** Members of the query, unless the assistant says otherwise. */
  defaults?: Record<string, string>
}

const ID = /^[0-9a-f]{24}(?:[0-9a-f]{40})?$/

const flightId = Type.Object({
  id: Type.String({
    pattern: ID.source,
    description: 'The id of a flight, as list_flights has it, or the SHA-256 of its file.',
  }),
})
const { page: _page, pageSize: _pageSize, ...filters } = FlightListQuery.properties

export const tools: readonly Tool[] = [
  {
    name: 'list_flights',
    title: 'List flights',
    description:
      'The pilot’s flights, newest first, with date, take-off, distance, points and type; flightInfo.notCounted says ' +
      'why one does not count in totals. Filters narrow them; ' +
      'pagination.next, given as after, has the next ones.',
    inputSchema: Type.Object(filters),
    path: '/api/v1/flights',
    defaults: { fields: 'light', limit: '25' },
  },
  {
    name: 'get_flight',
    title: 'One flight',
    description:
      'All of one flight, with the certificate of its score: the turn points, each leg and the proof; flightInfo.notCounted says why it does not count.',
    inputSchema: flightId,
    path: '/api/v1/flights/{id}',
  },
  {
    name: 'get_analysis',
    title: 'Phases and wind of a flight',
    description:
      'Thermals, glides, soaring and circling of a flight with their values, what fixes are too far apart to tell, ' +
      'and the wind by altitude.',
    inputSchema: flightId,
    path: '/api/v1/flights/{id}/analysis',
  },
  {
    name: 'get_scores',
    title: 'A flight under other leagues’ rules',
    description: 'What a flight is worth in other leagues, each with its certificate.',
    inputSchema: Type.Object({ ...flightId.properties, ...ScoresQuery.properties }),
    path: '/api/v1/flights/{id}/scores',
    defaults: { league: 'all' },
  },
  {
    name: 'get_airspace',
    title: 'Airspaces that a flight was in',
    description: 'Each airspace that the flight entered, when and how deep, by the files that are installed.',
    inputSchema: flightId,
    path: '/api/v1/flights/{id}/airspace',
  },
  {
    name: 'get_statistics',
    title: 'What the flights add up to',
    description:
      'Flights, hours, kilometres and the best flight, by site and month, of all time or of a season; leftOut is how many flights do not count.',
    inputSchema: StatisticsQuery,
    path: '/api/v1/flights/statistics',
  },
  {
    name: 'get_records',
    title: 'Records and seasons',
    description:
      'The longest, highest and best flights of all time and of each season, and how seasons compare up to the same day; leftOut is how many flights do not count.',
    inputSchema: RecordsQuery,
    path: '/api/v1/flights/records',
  },
  {
    name: 'list_changes',
    title: 'What has changed',
    description:
      'Flights that were uploaded, corrected or deleted since pagination.next of an earlier answer.',
    inputSchema: FlightChangesQuery,
    path: '/api/v1/flights/changes',
    defaults: { fields: 'light', limit: '25' },
  },
]

/** The request that a call of the tool stands for; undefined when it names no flight. */
export function toUrl({ path, defaults = {} }: Tool, given: Record<string, unknown>): string | undefined {
  const { id, ...rest } = given
  const isOfFlight = path.includes('{id}')
  if (isOfFlight && !ID.test(toText(id))) return undefined
  const query = new URLSearchParams(defaults)
  for (const [name, value] of Object.entries(isOfFlight ? rest : given))
    if (value !== undefined && value !== null) query.set(name, toText(value))
  const filled = path.replace('{id}', toText(id))
  return query.size === 0 ? filled : `${filled}?${String(query)}`
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
