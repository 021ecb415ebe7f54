// Whether an entry may count, and where: the first reason against it, in the order of the contract's list.
import type { RankingEntry } from '#contract/clubs/proof.ts'
import type { RankingFilter, RankingRule, SeasonTerms } from '#contract/clubs/rule.ts'
import type { DecidedState, EntryReason } from '#contract/clubs/words.ts'
import { addDays, dayAt, weekdayOf } from './days.ts'
import { computeFigure, toUnits } from './figure.ts'
import { isWithin } from './places.ts'

export interface Judgement {
  readonly entry: RankingEntry
  readonly figure: number | null
  /** Null while nothing is against it. */
  readonly reason: EntryReason | null
  /** The row that it would count for. */
  readonly key: string | null
}

export type EntryState = DecidedState | 'entered' | 'not-entered'

/** The first reason of the season against an entry, whatever the rule; null for none. */
export type Standing = Extract<
  EntryReason,
  'not-entered' | 'outside-season' | 'rejected' | 'in-review' | 'too-late'
> | null

/** Once for all rankings of the season. */
export function findStanding(
  season: SeasonTerms,
  entry: Pick<RankingEntry, 'date' | 'uploadedAt'>,
  state: EntryState,
): Standing {
  if (state === 'not-entered') return 'not-entered'
  if (entry.date < season.from || entry.date > season.to) return 'outside-season'
  if (state === 'rejected') return 'rejected'
  if (state === 'review') return 'in-review'
  return isLate(season, entry) ? 'too-late' : null
}

export function judge(rule: RankingRule, entry: RankingEntry, standing: Standing): Judgement {
  const figure = computeFigure(entry, rule)
  const key = keyOf(entry, rule.group.by)
  const reason =
    findSeasonReason(rule, entry, standing) ??
    (entry.isUnscored ? 'not-scored' : undefined) ??
    (figure === null || figure === 0 ? 'no-figure' : undefined) ??
    (rule.filter && findFilterReason(rule.filter, entry)) ??
    (isBelow(rule, figure ?? 0) ? 'below-minimum' : undefined) ??
    (key === null ? 'no-group' : null)
  return { entry, figure, reason, key }
}

function findSeasonReason(
  { audience }: RankingRule,
  { isPublic }: RankingEntry,
  standing: Standing,
): EntryReason | null {
  if (standing === 'not-entered' || standing === 'outside-season') return standing
  return audience === 'public' && !isPublic ? 'private' : standing
}

function isLate(
  { uploadDays, closing, timeZone }: SeasonTerms,
  { date, uploadedAt }: Pick<RankingEntry, 'date' | 'uploadedAt'>,
): boolean {
  const uploadedOn = dayAt(uploadedAt, timeZone)
  if (closing !== undefined && uploadedOn > closing) return true
  return uploadDays !== undefined && uploadedOn > addDays(date, uploadDays)
}

const isBelow = ({ minimum, figure: { decimals } }: RankingRule, figure: number) =>
  minimum !== undefined && figure < toUnits(minimum, decimals)

type Test = readonly [reason: EntryReason, holds: (filter: RankingFilter, entry: RankingEntry) => boolean]

const isAmong = <Value>(list: readonly Value[] | undefined, value: Value | null) =>
  list === undefined || (value !== null && list.includes(value))

const tests: readonly Test[] = [
  ['another-type', ({ types }, entry) => isAmong(types, entry.type)],
  ['another-class', ({ classes }, entry) => isAmong(classes, entry.class)],
  ['another-band', ({ bands }, entry) => isAmong(bands, entry.band)],
  ['another-sex', ({ sex }, entry) => sex === undefined || entry.sex === sex],
  ['another-country', ({ countries }, entry) => isAmong(countries, entry.country)],
  ['another-takeoff', ({ takeoffs }, entry) => isAmong(takeoffs, entry.takeoff?.id ?? null)],
  ['another-takeoff', ({ circles }, entry) => isInside(circles, entry.takeoff)],
  ['another-weekday', ({ weekdays }, entry) => !weekdays || weekdays.includes(weekdayOf(entry.date))],
  ['another-launch', ({ launchTypes }, entry) => isAmong(launchTypes, entry.launchType)],
  ['another-signature', ({ signatures }, entry) => isAmong(signatures, entry.signature)],
  ['no-newcomer', ({ newcomers }, entry) => newcomers === undefined || entry.isNewcomer],
]

function findFilterReason(filter: RankingFilter, entry: RankingEntry): EntryReason | undefined {
  return tests.find(([, holds]) => !holds(filter, entry))?.[0]
}

function isInside(circles: RankingFilter['circles'], takeoff: RankingEntry['takeoff']): boolean {
  if (!circles) return true
  if (!takeoff) return false
  return circles.some((circle) => isWithin(takeoff, circle, circle.radiusKm))
}

function keyOf(entry: RankingEntry, by: RankingRule['group']['by']): string | null {
  const keys = { pilot: entry.pilot, club: entry.club, team: entry.team, day: entry.date }
  return by === 'takeoff' ? (entry.takeoff?.id ?? null) : keys[by]
}
