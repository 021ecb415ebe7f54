// Tools about flights: lists of them, and one.
import { Flight } from '#contract/flight.ts'
import { FlightList, LightFlight } from '#contract/flight-list.ts'
import type { Counting } from '#contract/logbook/counting.ts'
import { COUNTING_RULE, detail, flightFilters, flightId, words } from './arguments.ts'
import { noteCounting } from './counting.ts'
import { summarise, toLine } from './flight-summary.ts'
import { declareTool, type Read, type Tool } from './tool.ts'

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
    answer: listFlights,
  }),
  declareTool({
    name: 'search_flights',
    title: 'Search flights by words',
    description: `Flights whose title, notes, glider or take-off has every word of q, as list_flights shows them. ${COUNTING_RULE}`,
    input: { q: words, ...flightFilters },
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
    answer: async (read, { id, detail: isWhole }) => {
      const { data } = await read<{ data: Flight }>(`/flights/${id}`)
      return { data: isWhole ? data : summarise(data) }
    },
  }),
]

export const flightTools: readonly Tool[] = [...listing, ...one]
