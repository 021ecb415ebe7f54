// Tools about flights: lists of them, one, and several side by side.
import { Type } from 'typebox'
import { Flight } from '#contract/flight.ts'
import {
  FlightChanges,
  type FlightChange,
  FlightChangesQuery,
  FlightList,
  LightFlight,
} from '#contract/flight-list.ts'
import type { Counting } from '#contract/logbook/counting.ts'
import { COUNTING_RULE, detail, flightFilters, flightId, lines, words } from './arguments.ts'
import { CountingNote, noteCounting } from './counting.ts'
import { cutName } from './cut.ts'
import { FlightLine, FlightSummary, summarise, toLine } from './flight-summary.ts'
import { declareTool, type Read, type Tool } from './tool.ts'

const {
  uncountedFlights: _leftOut,
  next: _next,
  limit: _limit,
  ...pagination
} = FlightList.properties.pagination.properties

const FlightLines = Type.Object({
  data: Type.Array(Type.Union([FlightLine, LightFlight]), {
    description: 'Lines; with detail the flights of the API without their metadata.',
  }),
  pagination: Type.Object(pagination),
  counting: CountingNote,
})

interface Asked {
  page?: number
  limit?: number
  detail?: boolean
  counting?: Counting
}

interface Page {
  data: LightFlight[]
  pagination: FlightList['pagination']
}

async function listFlights(read: Read, { limit, detail, ...asked }: Asked) {
  const { data, pagination } = await read<Page>('/flights', { ...asked, pageSize: limit, fields: 'light' })
  const { uncountedFlights, next: _next, limit: _limit, ...shown } = pagination
  return {
    data: detail ? data : data.map(toLine),
    pagination: shown,
    counting: noteCounting(asked.counting ?? 'counted', uncountedFlights),
  }
}

const listing: Tool[] = [
  declareTool({
    name: 'list_flights',
    title: 'List flights',
    description: `The pilot’s flights, newest first unless sort says otherwise, with date, take-off, distance, points, type and duration; pagination.totalCount is how many there are. ${COUNTING_RULE}`,
    input: flightFilters,
    output: FlightLines,
    answer: listFlights,
  }),
  declareTool({
    name: 'search_flights',
    title: 'Search flights by words',
    description: `Flights whose title, notes, glider or take-off has every word of q, as list_flights shows them. ${COUNTING_RULE}`,
    input: { q: words, ...flightFilters },
    output: FlightLines,
    answer: listFlights,
  }),
]

const one: Tool[] = [
  declareTool({
    name: 'get_flight',
    title: 'One flight',
    description:
      'One flight, whether it counts or not (notCounted says why not): times, altitudes, the scored course with turn points and legs, its glider, what the pilot wrote on it. With detail, all of it with the certificate of its score.',
    input: { id: flightId, detail },
    output: Type.Object({ data: Type.Union([FlightSummary, Flight]) }),
    answer: async (read, { id, detail: isWhole }) => {
      const { data } = await read<{ data: Flight }>(`/flights/${id}`)
      return { data: isWhole ? data : summarise(data) }
    },
  }),
]

const MAX_COMPARED = 5

/** The figures that flights are compared by. */
const figures = [
  'distanceKm',
  'points',
  'durationSeconds',
  'trackKm',
  'highestM',
  'gainM',
  'bestClimbMps',
  'fastest30sKmh',
] as const

const Compared = Type.Object(
  {
    ...FlightLine.properties,
    ...Object.fromEntries(figures.map((name) => [name, FlightSummary.properties[name]])),
    glider: FlightSummary.properties.glider,
    averageKmh: Type.Union([Type.Number(), Type.Null()], {
      description: 'The scored distance over the time in the air, in kilometres per hour; null without one.',
    }),
    thermals: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The number of them; null without an analysis.',
    }),
    meanClimbMps: Type.Union([Type.Number(), Type.Null()], {
      description: 'Mean climb in thermals, in metres per second.',
    }),
  },
  { title: 'ComparedFlight' },
)

function toCompared(flight: FlightSummary) {
  const { distanceKm, durationSeconds, glider, analysis, notCounted, ...others } = flight
  const { id, date, takeoff, country, type } = others
  return {
    id,
    date,
    takeoff: cutName(takeoff),
    country,
    type,
    glider: glider && cutName(glider),
    ...Object.fromEntries(figures.map((name) => [name, flight[name]])),
    ...(notCounted && { notCounted }),
    averageKmh: durationSeconds > 0 ? Math.round((36_000 * distanceKm) / durationSeconds) / 10 : null,
    thermals: analysis?.thermals ?? null,
    meanClimbMps: analysis?.meanClimbMps ?? null,
  }
}

/** The flight with the greatest of each figure; of equal ones the first that was named. */
function findGreatest(flights: readonly FlightSummary[]): Record<string, string> {
  return Object.fromEntries(
    figures.flatMap((name) => {
      const known = flights.filter((flight) => flight[name] !== null)
      const [best] = known.toSorted((a, b) => Number(b[name]) - Number(a[name]))
      return best ? [[name, best.id]] : []
    }),
  )
}

const comparing = declareTool({
  name: 'compare_flights',
  title: 'Compare flights',
  description: `Two to ${MAX_COMPARED} flights side by side, whether they count or not (notCounted says why not), and which has the greatest of each figure.`,
  input: {
    ids: Type.Array(flightId, {
      minItems: 2,
      maxItems: MAX_COMPARED,
      uniqueItems: true,
      'x-must-be': `a list of 2 to ${MAX_COMPARED} different ids of flights`,
      description: 'The ids of the flights, as list_flights has them.',
    }),
  },
  output: Type.Object({
    data: Type.Array(Compared, { description: 'In the order asked for.' }),
    greatest: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'By figure: the id of the flight that has the most.',
    }),
  }),
  answer: async (read, { ids }) => {
    const flights: FlightSummary[] = []
    for (const id of ids) flights.push(summarise((await read<{ data: Flight }>(`/flights/${id}`)).data))
    return { data: flights.map(toCompared) as never, greatest: findGreatest(flights) }
  },
})

const { flight: _flight, hash, ...change } = FlightChanges.properties.data.items.properties
const ChangeLine = Type.Object(
  {
    ...change,
    hash: Type.Optional(hash),
    flight: Type.Union([FlightLine, LightFlight, Type.Null()]),
  },
  { title: 'ChangeLine' },
)

const changes = declareTool({
  name: 'list_changes',
  title: 'What has changed',
  description:
    'Flights that were uploaded, corrected or deleted since pagination.next of an earlier answer, whether they count or not (notCounted says why not); from the beginning without after.',
  input: {
    after: FlightChangesQuery.properties.after,
    limit: lines('How many changes to return at most.'),
    detail,
  },
  output: Type.Object({
    data: Type.Array(ChangeLine),
    pagination: FlightChanges.properties.pagination,
  }),
  answer: async (read, { detail: isWhole, ...asked }) => {
    const { data, pagination } = await read<{ data: FlightChange[]; pagination: never }>('/flights/changes', {
      ...asked,
      fields: 'light',
    })
    const toChange = ({ flight, hash: _hash, ...change }: FlightChange) => ({
      ...change,
      flight: flight && toLine(flight),
    })
    return { data: isWhole ? data : data.map(toChange), pagination }
  },
})

export const flightTools: readonly Tool[] = [...listing, ...one, comparing, changes]
