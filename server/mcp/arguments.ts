// Arguments that tools share.
import { Type } from 'typebox'
import { FlightListQuery } from '#contract/flight-list.ts'
import { countingOf } from '#contract/logbook/counting.ts'

/** With each flight as text and once more as structured content, so many lines are less than 8 kB. */
export const USUAL_LINES = 10
const MAX_LINES = 100

export const flightId = Type.String({
  pattern: '^(?:[a-f0-9]{24}|[a-f0-9]{64})$',
  'x-must-be': 'the id of a flight, as list_flights has it, or the hash of its file',
  description: 'The id of a flight, as list_flights has it, or the SHA-256 of its file.',
})

export const detail = Type.Optional(
  Type.Boolean({ default: false, description: 'true: all that the API has, which may be long.' }),
)

export const lines = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LINES, default: USUAL_LINES, description }))

export const counting = countingOf('counted')

/** In the description of each tool that leaves flights out. */
export const COUNTING_RULE =
  'Only flights that count, unless counting is all: a flight counts when its recording is complete and it is no second ' +
  'recording, copy or overlap of another one, or when the pilot says so. The answer says how many were left out.'

const {
  page: _page,
  pageSize: _pageSize,
  after: _after,
  limit: _limit,
  fields: _fields,
  counting: _counting,
  q,
  ...filters
} = FlightListQuery.properties

export const flightFilters = {
  ...filters,
  counting,
  limit: lines('How many flights a page has.'),
  page: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: 'The number of the page.' })),
  detail,
}

export const words = Type.String({ ...q, minLength: 1, 'x-must-be': 'one to five words' })
