// From flights to places. A member is a pilot's part of one row, chosen among that pilot's flights alone.
import type { FlightDecision, RankingFlight, RankingResult } from '#contract/clubs/proof.ts'
import type { RankingRule, SeasonTerms } from '#contract/clubs/rule.ts'
import type { RankingReason, TieKey } from '#contract/clubs/words.ts'
import {
  addValues,
  type Candidate,
  type ChosenFlight,
  compareFlights,
  compareTexts,
  toCandidate,
} from './candidate.ts'
import { choose } from './choose.ts'
import { type FlightState, findStanding, judge, type Judgement } from './judge.ts'

interface Member {
  readonly key: string
  readonly pilot: string
  /** The best first. */
  readonly flights: readonly ChosenFlight[]
}

interface Row {
  readonly key: string
  readonly sum: number
  /** Flights that count, the best first. */
  readonly flights: readonly ChosenFlight[]
}

interface PlacedRow extends Row {
  readonly place: number | null
}

/** The last decision of each flight. Decisions are from the first to the last. */
export function findStates(decisions: readonly FlightDecision[]): Map<string, FlightState> {
  return new Map(decisions.map(({ flight, state }) => [flight, state]))
}

/** Chooses, for every row and pilot that flights are of. */
function chooseMembers(rule: RankingRule, judgements: readonly Judgement[]): Member[] {
  const eligible = judgements.filter(({ reason }) => reason === null)
  const byKey = Map.groupBy(eligible, ({ key }) => key!)
  return [...byKey].flatMap(([key, ofKey]) =>
    [...Map.groupBy(ofKey, ({ flight }) => flight.pilot)].map(([pilot, own]) => ({
      key,
      pilot,
      flights: choose(own.map(toFlight), rule.choice).map(({ id, value, date }) => ({ id, value, date })),
    })),
  )
}

export const toFlight = ({ flight, value }: Judgement): Candidate => toCandidate(flight, value!)

/** Adds the members of one row. */
function combine({ group }: RankingRule, key: string, members: readonly Member[]): Row {
  const counted =
    group.members === undefined ? members : members.toSorted(compareMembers).slice(0, group.members)
  const flights = counted.flatMap((member) => member.flights).sort(compareFlights)
  const kept = group.flights === undefined ? flights : flights.slice(0, group.flights)
  return { key, sum: addValues(kept), flights: kept }
}

const compareMembers = (a: Member, b: Member) =>
  addValues(b.flights) - addValues(a.flights) || compareTexts(a.pilot, b.pilot)

const compareBy: Record<TieKey, (a: Row, b: Row) => number> = {
  'best-flight': (a, b) => (b.flights[0]?.value ?? 0) - (a.flights[0]?.value ?? 0),
  'fewer-flights': (a, b) => a.flights.length - b.flights.length,
  'earlier-date': (a, b) => compareTexts(lastDate(a), lastDate(b)),
}

const lastDate = ({ flights }: Row) => flights.reduce((last, { date }) => (date > last ? date : last), '')

/** Equal rows share a place and the next is skipped. Their order says nothing, so it is that of their keys. */
function place({ ties = [], leastRows = 0 }: RankingRule, rows: readonly Row[]): PlacedRow[] {
  const compare = (a: Row, b: Row) => {
    if (a.sum !== b.sum) return b.sum - a.sum
    for (const tie of ties) {
      const order = compareBy[tie](a, b)
      if (order !== 0) return order
    }
    return 0
  }
  const sorted = rows.toSorted((a, b) => compare(a, b) || compareTexts(a.key, b.key))
  const hasPlaces = sorted.length >= leastRows
  let current = 0
  return sorted.map((row, index) => {
    if (index === 0 || compare(sorted[index - 1]!, row) !== 0) current = index + 1
    return { ...row, place: hasPlaces ? current : null }
  })
}

export interface Ranking {
  readonly judgements: readonly Judgement[]
  readonly members: readonly Member[]
  readonly rows: readonly PlacedRow[]
}

export function rank(
  rule: RankingRule,
  season: SeasonTerms,
  flights: readonly RankingFlight[],
  states: ReadonlyMap<string, FlightState>,
): Ranking {
  const judgements = flights.map((flight) =>
    judge(rule, flight, findStanding(season, flight, states.get(flight.id) ?? 'entered')),
  )
  const members = chooseMembers(rule, judgements)
  const rows = [...Map.groupBy(members, ({ key }) => key)].map(([key, own]) => combine(rule, key, own))
  return { judgements, members, rows: place(rule, rows) }
}

/** As a proof has it. */
export function toResult(rule: RankingRule, { judgements, members, rows }: Ranking): RankingResult {
  return {
    rows: rows.map((row) => ({ ...row, flights: row.flights.map(({ id }) => id) })),
    flights: listReasons(rule, judgements, members, rows),
  }
}

/** Of each flight, by all members of the rows that it may count for. */
function listReasons(
  rule: RankingRule,
  judgements: readonly Judgement[],
  members: readonly Member[],
  rows: readonly Row[],
): RankingResult['flights'] {
  const counted = new Set(rows.flatMap(({ flights }) => flights.map(({ id }) => id)))
  const memberOf = new Map(members.map((member) => [`${member.key} ${member.pilot}`, member]))
  return judgements.map((judgement) => {
    const { flight, value, key } = judgement
    const member = memberOf.get(`${key} ${flight.pilot}`)
    return { flight: flight.id, value, reason: findReason(rule, judgement, member, counted) }
  })
}

function findReason(
  { choice }: RankingRule,
  { flight, value, reason }: Judgement,
  member: Member | undefined,
  counted: ReadonlySet<string>,
): RankingReason {
  if (reason !== null) return reason
  if (counted.has(flight.id)) return 'counts'
  const chosen = member?.flights ?? []
  if (chosen.some(({ id }) => id === flight.id)) return 'surpassed-in-group'
  const isFull = chosen.length >= (choice.best ?? Infinity)
  return isFull && value! <= chosen.at(-1)!.value ? 'surpassed' : 'quota'
}
