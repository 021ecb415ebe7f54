// Tools about the logbook as a whole, and about the pilot.
import { Type } from 'typebox'
import { League } from '#contract/leagues.ts'
import { Glider } from '#contract/logbook/gliders.ts'
import { type SeasonStatistics, Statistics, StatisticsQuery } from '#contract/logbook/statistics.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { counting, COUNTING_RULE, detail, lines } from './arguments.ts'
import { noteCounting } from './counting.ts'
import { cutName } from './cut.ts'
import { declareTool, type Tool } from './tool.ts'

const cutItsName = <Named extends { name: string }>(named: Named) => ({ ...named, name: cutName(named.name) })

const SHOWN_SITES = 10
const SHOWN_MONTHS = 12
const SHOWN_SEASONS = 5

const withoutRecords = ({ records: _records, ...season }: SeasonStatistics) => season

const statistics = declareTool({
  name: 'get_statistics',
  title: 'Totals and records',
  description: `Flights, time and kilometres by site and month, and the flights with the longest distance, the most points, the longest time, the greatest altitude and the strongest climb, of all time or of a season; and how the latest seasons compare up to the same day. ${COUNTING_RULE}`,
  input: { season: StatisticsQuery.properties.season, day: StatisticsQuery.properties.day, counting, detail },
  answer: async (read, { detail: isWhole, ...asked }) => {
    const { data } = await read<{ data: Statistics }>('/flights/statistics', asked)
    const { uncountedFlights, ...sums } = data
    const note = noteCounting(asked.counting ?? 'counted', uncountedFlights)
    if (isWhole) return { data: sums, counting: note }
    const shown = {
      ...sums,
      seasonCount: sums.seasons.length,
      seasons: sums.seasons.slice(0, SHOWN_SEASONS).map(withoutRecords),
      siteCount: sums.sites.length,
      sites: sums.sites.slice(0, SHOWN_SITES).map(cutItsName),
      months: sums.months.slice(-SHOWN_MONTHS),
    }
    return { data: shown, counting: note }
  },
})

const gliders = declareTool({
  name: 'list_gliders',
  title: 'The pilot’s gliders',
  description:
    'The pilot’s own gliders with flights and seconds in the air, in all and since the last inspection: of flights that count only. The default first, retired ones last.',
  input: { limit: lines('How many gliders to show.') },
  answer: async (read, { limit }) => {
    const { data } = await read<{ data: Glider[] }>('/gliders')
    return { data: data.slice(0, limit).map(cutItsName), total: data.length }
  },
})

const MAX_LEAGUES = 20

function toLeagueLine({ id, name, isDefault, seasonStart, rules }: League) {
  const { version = '', validFrom = null, validTo = null } = rules.at(-1) ?? {}
  return { id, name, isDefault, seasonStart, rules: { version, validFrom, validTo } }
}

const leagues = declareTool({
  name: 'list_leagues',
  title: 'Leagues and their rules',
  description: `The leagues that get_scores knows, the first ${MAX_LEAGUES}: id, name, when the season begins, and which rules are the latest. With detail, all rules of each.`,
  input: {
    league: Type.Optional(
      Type.String({ maxLength: 40, description: 'Only the league with this id.', examples: ['xcontest'] }),
    ),
    detail,
  },
  answer: async (read, { league, detail: isWhole }) => {
    const { data } = await read<{ data: League[] }>('/leagues')
    const chosen = league === undefined ? data : data.filter(({ id }) => id === league)
    if (chosen.length === 0)
      throw invalidRequest('league must be the id of a league, as list_leagues has it.')
    return { data: isWhole ? chosen : chosen.slice(0, MAX_LEAGUES).map(toLeagueLine), total: data.length }
  },
})

const profile = declareTool({
  name: 'get_profile',
  title: 'The pilot',
  description:
    'Name, club, CIVL id and picture of the pilot; email is null unless the credential may read it. Needs the scope profile:read.',
  input: {},
  answer: (read) => read('/profile'),
})

export const logbookTools: readonly Tool[] = [statistics, gliders, leagues, profile]
