// Tools about what was found out on one flight: phases and wind, other leagues' points, airspaces.
import { Type } from 'typebox'
import { EnteredAirspace, FlightAirspace } from '#contract/airspace.ts'
import { FlightAnalysis, Phase } from '#contract/analysis.ts'
import { type League, LeagueScore, ScoresQuery } from '#contract/leagues.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { detail, flightId, lines } from './arguments.ts'
import { declareTool, type Read, type Tool } from './tool.ts'

const SHOWN_PHASES = 3

function shortenAnalysis({ version, totals, wind, course, phases }: FlightAnalysis) {
  const best = (kind: Phase['kind'], size: (phase: Phase) => number) =>
    phases
      .filter((phase) => phase.kind === kind)
      .sort((a, b) => size(b) - size(a))
      .slice(0, SHOWN_PHASES)
      .map(toPhaseLine)
  return {
    version,
    totals,
    wind,
    course,
    phases: phases.length,
    bestThermals: best('thermal', ({ altitudeChangeM }) => altitudeChangeM),
    longestGlides: best('glide', ({ distanceKm }) => distanceKm),
  }
}

function toPhaseLine({ start, end, seconds, altitudeChangeM, climbMps, distanceKm }: Phase) {
  const topM = Math.max(start.altitudeM, end.altitudeM)
  return { startedAt: start.time, seconds, altitudeChangeM, climbMps, distanceKm, topM }
}

const analysing = declareTool({
  name: 'get_analysis',
  title: 'Phases and wind of a flight',
  description:
    'What thermals, glides, soaring and circling of a flight add up to, its best thermals and longest glides, the wind, and the speed on the scored course. With detail, each phase and the wind by altitude.',
  input: { id: flightId, detail },
  answer: async (read, { id, detail: isWhole }) => {
    const { data } = await read<{ data: FlightAnalysis | null }>(`/flights/${id}/analysis`)
    return { data: isWhole || !data ? data : shortenAnalysis(data) }
  },
})

const MAX_SCORES = 20

function toScoreLine({ league, name, certificate, wing, reason }: LeagueScore) {
  const { score: points = null, distanceKm = null, type = null, proven: isProven = null } = certificate ?? {}
  return { league, name, points, distanceKm, type, isProven, wing, reason }
}

/** A class that no league has a factor for would be answered as if none had been asked for. */
async function requireKnownWing(read: Read, wing: string): Promise<void> {
  const { data } = await read<{ data: League[] }>('/leagues')
  const rules = data.flatMap((league) => league.rules)
  const known = new Set(rules.flatMap(({ wingFactors }) => Object.keys(wingFactors ?? {})))
  if (!known.has(wing))
    throw invalidRequest(`wing must be one of ${[...known].toSorted().join(', ')}, as list_leagues has them.`)
}

const scoring = declareTool({
  name: 'get_scores',
  title: 'A flight under other leagues’ rules',
  description:
    'Points, distance and type of a flight by the rules of each league, whether the flight counts or not. With detail, each with its certificate.',
  input: {
    id: flightId,
    league: Type.Optional(
      Type.String({
        ...ScoresQuery.properties.league,
        default: 'all',
        description: `Ids of leagues separated by commas, as list_leagues has them, or all: those with rules for the flight, the first ${MAX_SCORES} without detail.`,
      }),
    ),
    wing: ScoresQuery.properties.wing,
    detail,
  },
  answer: async (read, { id, detail: isWhole, ...asked }) => {
    if (asked.wing !== undefined) await requireKnownWing(read, asked.wing)
    const { data } = await read<{ data: LeagueScore[] }>(`/flights/${id}/scores`, asked)
    return { data: isWhole ? data : data.slice(0, MAX_SCORES).map(toScoreLine), total: data.length }
  },
})

function toAirspaceLine({ outline: _outline, entries, floor, ceiling, ...airspace }: EnteredAirspace) {
  const first = entries[0]!
  return {
    ...airspace,
    floor: floor.text,
    ceiling: ceiling.text,
    visits: entries.length,
    first: {
      status: first.status,
      enteredAt: first.enter.time,
      leftAt: first.exit.time,
      horizontalDepthM: first.horizontalDepth,
      verticalDepthM: first.verticalDepth,
    },
  }
}

const MAX_SOURCES = 5

const checking = declareTool({
  name: 'get_airspace',
  title: 'Airspaces that a flight was in',
  description:
    'Each airspace that the flight entered, or may have entered, with its first visit; sources names the data. No sources: nothing was checked. With detail, every visit and the outlines.',
  input: { id: flightId, limit: lines('How many airspaces to show without detail.'), detail },
  answer: async (read, { id, limit, detail: isWhole }) => {
    const { data } = await read<{ data: FlightAirspace }>(`/flights/${id}/airspace`)
    const { sources, isComplete, airspaces } = data
    const shown = airspaces.slice(0, limit).map(toAirspaceLine)
    const short = {
      sources: sources.slice(0, MAX_SOURCES),
      isComplete,
      total: airspaces.length,
      airspaces: shown,
    }
    return { data: isWhole ? data : short }
  },
})

export const analysisTools: readonly Tool[] = [analysing, scoring, checking]
