// From entries to places. A member is a pilot's part of one row: its choice needs that pilot's entries alone, so a flight that
// changes has one member chosen again, and a rebuild is the same for all of them.
import type { EntryDecision, RankingEntry, RankingResult } from '#contract/clubs/proof.ts'
import type { RankingRule, SeasonTerms } from '#contract/clubs/rule.ts'
import type { EntryReason, TieKey } from '#contract/clubs/words.ts'
import {
  addFigures,
  type Candidate,
  type ChosenFlight,
  compareFlights,
  compareTexts,
  toCandidate,
} from './candidate.ts'
import { choose } from './choose.ts'
import { type EntryState, findStanding, judge, type Judgement } from './judge.ts'

export interface Member {
  readonly key: string
  readonly pilot: string
  /** The best first. */
  readonly flights: readonly ChosenFlight[]
}

export interface Row {
  readonly key: string
  readonly sum: number
  /** Flights that count, the best first. */
  readonly flights: readonly ChosenFlight[]
}

export interface PlacedRow extends Row {
  readonly place: number | null
}

/** The last decision of each entry. Decisions are from the first to the last. */
export function findStates(decisions: readonly EntryDecision[]): Map<string, EntryState> {
  return new Map(decisions.map(({ entry, state }) => [entry, state]))
}

/** Judges entries and chooses, for every row and pilot that they are of. */
export function chooseMembers(rule: RankingRule, judgements: readonly Judgement[]): Member[] {
  const eligible = judgements.filter(({ reason }) => reason === null)
  const byKey = Map.groupBy(eligible, ({ key }) => key!)
  return [...byKey].flatMap(([key, ofKey]) =>
    [...Map.groupBy(ofKey, ({ entry }) => entry.pilot)].map(([pilot, own]) => ({
      key,
      pilot,
      flights: choose(own.map(toFlight), rule.choice).map(({ id, figure, date }) => ({ id, figure, date })),
    })),
  )
}

export const toFlight = ({ entry, figure }: Judgement): Candidate => toCandidate(entry, figure!)

/** Adds the members of one row. */
export function combine({ group }: RankingRule, key: string, members: readonly Member[]): Row {
  const counted =
    group.members === undefined ? members : members.toSorted(compareMembers).slice(0, group.members)
  const flights = counted.flatMap((member) => member.flights).sort(compareFlights)
  const kept = group.flights === undefined ? flights : flights.slice(0, group.flights)
  return { key, sum: addFigures(kept), flights: kept }
}

const compareMembers = (a: Member, b: Member) =>
  addFigures(b.flights) - addFigures(a.flights) || compareTexts(a.pilot, b.pilot)

const compareBy: Record<TieKey, (a: Row, b: Row) => number> = {
  'best-flight': (a, b) => (b.flights[0]?.figure ?? 0) - (a.flights[0]?.figure ?? 0),
  'fewer-flights': (a, b) => a.flights.length - b.flights.length,
  'earlier-date': (a, b) => compareTexts(lastDate(a), lastDate(b)),
}

const lastDate = ({ flights }: Row) => flights.reduce((last, { date }) => (date > last ? date : last), '')

/** Equal rows share a place and the next is skipped. Their order says nothing, so it is that of their keys. */
export function place({ ties = [], leastRows = 0 }: RankingRule, rows: readonly Row[]): PlacedRow[] {
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
  entries: readonly RankingEntry[],
  states: ReadonlyMap<string, EntryState>,
): Ranking {
  const judgements = judgeAll(rule, season, entries, states)
  const members = chooseMembers(rule, judgements)
  return { judgements, members, rows: addUp(rule, members) }
}

export function judgeAll(
  rule: RankingRule,
  season: SeasonTerms,
  entries: readonly RankingEntry[],
  states: ReadonlyMap<string, EntryState>,
): Judgement[] {
  return entries.map((entry) =>
    judge(rule, entry, findStanding(season, entry, states.get(entry.id) ?? 'entered')),
  )
}

const combineAll = (rule: RankingRule, members: readonly Member[]): Row[] =>
  [...Map.groupBy(members, ({ key }) => key)].map(([key, own]) => combine(rule, key, own))

/** The rows of all members, with their places. */
export const addUp = (rule: RankingRule, members: readonly Member[]) => place(rule, combineAll(rule, members))

/** As a proof has it. */
export function toResult(rule: RankingRule, { judgements, members, rows }: Ranking): RankingResult {
  return {
    rows: rows.map((row) => ({ ...row, flights: row.flights.map(({ id }) => id) })),
    entries: listReasons(rule, judgements, members, rows),
  }
}

/** Of each entry, by all members of the rows that it may count for. */
export function listReasons(
  rule: RankingRule,
  judgements: readonly Judgement[],
  members: readonly Member[],
  rows: readonly Row[] = combineAll(rule, members),
): RankingResult['entries'] {
  const counted = new Set(rows.flatMap(({ flights }) => flights.map(({ id }) => id)))
  const memberOf = new Map(members.map((member) => [`${member.key} ${member.pilot}`, member]))
  return judgements.map((judgement) => {
    const { entry, figure, key } = judgement
    const member = memberOf.get(`${key} ${entry.pilot}`)
    return { entry: entry.id, figure, reason: findReason(rule, judgement, member, counted) }
  })
}

function findReason(
  { choice }: RankingRule,
  { entry, figure, reason }: Judgement,
  member: Member | undefined,
  counted: ReadonlySet<string>,
): EntryReason {
  if (reason !== null) return reason
  if (counted.has(entry.id)) return 'counts'
  const chosen = member?.flights ?? []
  if (chosen.some(({ id }) => id === entry.id)) return 'surpassed-in-group'
  const isFull = chosen.length >= (choice.best ?? Infinity)
  return isFull && figure! <= chosen.at(-1)!.figure ? 'surpassed' : 'quota'
}
