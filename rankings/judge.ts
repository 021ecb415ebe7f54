// Judges whether a flight may count, and where. The first reason against it wins, in the order of the contract's list.
import type { RankingFlight } from '#contract/clubs/proof.ts'
import type { RankingFilter, RankingRule, SeasonTerms } from '#contract/clubs/rule.ts'
import type { DecidedState, RankingReason } from '#contract/clubs/words.ts'
import { addDays, dayAt, weekdayOf } from './days.ts'
import { computeValue, toUnits } from './measure.ts'
import { isWithin } from './places.ts'

export interface Judgement {
  readonly flight: RankingFlight
  readonly value: number | null
  /** Null while nothing is against it. */
  readonly reason: RankingReason | null
  /** The row that it would count for. */
  readonly key: string | null
}

export type FlightState = DecidedState | 'entered'

/** The first reason of the season against a flight, whatever the rule; null for none. */
export type Standing = Extract<RankingReason, 'outside-season' | 'rejected' | 'in-review' | 'too-late'> | null

/** Once for all rankings of the season. */
export function findStanding(
  season: SeasonTerms,
  flight: Pick<RankingFlight, 'date' | 'uploadedAt'>,
  state: FlightState,
): Standing {
  if (flight.date < season.from || flight.date > season.to) return 'outside-season'
  if (state === 'review') return 'in-review'
  if (state === 'rejected') return state
  return isLate(season, flight) ? 'too-late' : null
}

export function judge(rule: RankingRule, flight: RankingFlight, standing: Standing): Judgement {
  const value = computeValue(flight, rule)
  const key = keyOf(flight, rule.group.by)
  const reason =
    standing ??
    (flight.isUnscored ? 'not-scored' : undefined) ??
    (value === null || value === 0 ? 'no-value' : undefined) ??
    (rule.filter && findFilterReason(rule.filter, flight)) ??
    (isBelow(rule, value ?? 0) ? 'below-minimum' : undefined) ??
    (key === null ? 'no-group' : null)
  return { flight, value, reason, key }
}

function isLate(
  { uploadDays, closing, timeZone }: SeasonTerms,
  { date, uploadedAt }: Pick<RankingFlight, 'date' | 'uploadedAt'>,
): boolean {
  if (closing === undefined && uploadDays === undefined) return false
  const uploadedOn = dayAt(uploadedAt, timeZone)
  if (closing !== undefined && uploadedOn > closing) return true
  return uploadDays !== undefined && uploadedOn > addDays(date, uploadDays)
}

const isBelow = ({ minimum, measure: { decimals } }: RankingRule, value: number) =>
  minimum !== undefined && value < toUnits(minimum, decimals)

type Test = readonly [reason: RankingReason, holds: (filter: RankingFilter, flight: RankingFlight) => boolean]

const isAmong = <Value>(list: readonly Value[] | undefined, value: Value | null) =>
  list === undefined || (value !== null && list.includes(value))

const tests: readonly Test[] = [
  ['another-type', ({ types }, flight) => isAmong(types, flight.type)],
  ['no-glider', ({ classes }, flight) => classes === undefined || flight.class !== null],
  ['another-class', ({ classes }, flight) => isAmong(classes, flight.class)],
  ['another-band', ({ bands }, flight) => isAmong(bands, flight.band)],
  ['another-sex', ({ sex }, flight) => sex === undefined || flight.sex === sex],
  ['another-country', ({ countries }, flight) => isAmong(countries, flight.country)],
  ['another-takeoff', ({ takeoffs }, flight) => isAmong(takeoffs, flight.takeoff?.id ?? null)],
  ['another-takeoff', ({ circles }, flight) => isInside(circles, flight.takeoff)],
  ['another-weekday', ({ weekdays }, flight) => !weekdays || weekdays.includes(weekdayOf(flight.date))],
  ['another-launch', ({ launchTypes }, flight) => isAmong(launchTypes, flight.launchType)],
  ['another-signature', ({ signatures }, flight) => isAmong(signatures, flight.signature)],
  ['no-newcomer', ({ newcomers }, flight) => newcomers === undefined || flight.isNewcomer],
]

function findFilterReason(filter: RankingFilter, flight: RankingFlight): RankingReason | undefined {
  return tests.find(([, holds]) => !holds(filter, flight))?.[0]
}

function isInside(circles: RankingFilter['circles'], takeoff: RankingFlight['takeoff']): boolean {
  if (!circles) return true
  if (!takeoff) return false
  return circles.some((circle) => isWithin(takeoff, circle, circle.radiusKm))
}

/** The row that a flight would count for. */
export function keyOf(flight: RankingFlight, by: RankingRule['group']['by']): string | null {
  const keys = { pilot: flight.pilot, club: flight.club, team: flight.team, day: flight.date }
  return by === 'takeoff' ? (flight.takeoff?.id ?? null) : keys[by]
}
