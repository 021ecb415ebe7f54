// Findings of the service: they set entries aside, by a decision that names them, until a reviewer has looked.
import { defaultTriggers, type FileTrigger, fileTriggers, type ReviewTrigger } from '#contract/clubs/words.ts'
import { findStates } from '#rankings/rank.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { isEntered, nameScored, RETRY_MS } from './entries.ts'
import * as entries from './entries-store.ts'
import type { Facts, HeldEntry, Step } from './entries-store.ts'
import type { CheckData, RankingServices } from './sources.ts'
import type { Season, SeasonPilot, StoredRanking } from './store.ts'
import { tellDecisions } from './tell.ts'

const SET_ASIDE = 'Set aside by the service until a reviewer has looked at it.'

const signs: Partial<Record<Facts['signature'], ReviewTrigger>> = {
  invalid: 'invalid-signature',
  unknown: 'unchecked-signature',
}

/** Private flights are reviewed only where a ranking takes them. */
export const isReviewed = ({ facts }: HeldEntry, rankings: readonly StoredRanking[]) =>
  facts.isPublic || rankings.some(({ rule }) => rule.audience === 'members')

const listAsked = ({ terms }: Pick<Season, 'terms'>): readonly ReviewTrigger[] =>
  terms.review ?? defaultTriggers

/** Findings that the season asks for and that are in the files alone. */
export const listInFiles = (season: Pick<Season, 'terms'>): FileTrigger[] =>
  fileTriggers.filter((trigger) => listAsked(season).includes(trigger))

interface Reviewed {
  readonly season: Season
  readonly pilot: SeasonPilot
  readonly rankings: readonly StoredRanking[]
}

/**
 * Decides for review where there are findings that no decision names yet. A closed season has its result, and a rejected
 * flight does not count anyway. Also the other pilots whose entries share a track.
 */
export async function setAside(
  services: RankingServices,
  sql: Sql,
  { season, pilot, rankings }: Reviewed,
  held: readonly HeldEntry[],
): Promise<{ steps: Step[]; isNew: boolean; twins: string[] }> {
  const before = await entries.listStepsAbout(sql, { pilotId: pilot.id }, held)
  if (season.closedAt !== null) return { steps: before, isNew: false, twins: [] }
  const asked = listAsked(season)
  const twins = asked.includes('same-track') ? await entries.listTwins(sql, pilot.id) : []
  const isTwin = findTwins(twins, held)
  const decided = findStates(entries.toDecisions(before))
  const stepsOf = Map.groupBy(before, ({ entry }) => entry)
  const added = held.flatMap((entry): Step[] => {
    if (!isEntered(entry, pilot) || !isReviewed(entry, rankings)) return []
    if (decided.get(entry.id) === 'rejected') return []
    const known = new Set(stepsOf.get(entry.id)?.flatMap((step) => step.triggers ?? []))
    const triggers = listTriggers(entry, isTwin.has(entry.id)).filter(
      (trigger) => asked.includes(trigger) && !known.has(trigger),
    )
    const step = { entry: entry.id, at: services.now(), state: 'review', text: SET_ASIDE } as const
    return triggers.length > 0 ? [{ ...step, triggers }] : []
  })
  const heldAs = new Map(held.map((entry) => [entry.id, entry]))
  for (const step of added)
    await entries.insertStep(sql, pilot, heldAs.get(step.entry)!, { ...step, by: null })
  await tellDecisions(services, sql, { season, pilot }, held, added)
  return { steps: [...before, ...added], isNew: added.length > 0, twins: twins.map(({ pilotId }) => pilotId) }
}

function listTriggers({ facts, checks }: HeldEntry, isTwin: boolean): ReviewTrigger[] {
  const sign = signs[facts.signature]
  const inFile = fileTriggers.filter(
    (trigger) => checks[trigger]?.isFound === true && checks[trigger].of === nameScored(facts),
  )
  return [...(sign ? [sign] : []), ...inFile, ...(isTwin ? (['same-track'] as const) : [])]
}

export interface Unchecked {
  readonly entry: HeldEntry
  readonly triggers: readonly FileTrigger[]
}

/** Entries whose files are still to be looked at; told the data of now, also those that were checked by others. */
export function listUnchecked(
  { now }: Pick<RankingServices, 'now'>,
  { season, pilot, rankings }: Reviewed,
  held: readonly HeldEntry[],
  data?: CheckData,
): Unchecked[] {
  const asked = season.closedAt === null ? listInFiles(season) : []
  if (asked.length === 0) return []
  return held
    .filter((entry) => isEntered(entry, pilot) && isReviewed(entry, rankings))
    .map((entry) => ({
      entry,
      triggers: asked.filter((trigger) => isUnchecked(now(), entry, trigger, data)),
    }))
    .filter(({ triggers }) => triggers.length > 0)
}

function isUnchecked(nowMs: number, { facts, checks }: HeldEntry, trigger: FileTrigger, data?: CheckData) {
  const check = checks[trigger]
  if (!check) return true
  if (check.failedAt !== undefined && nowMs < check.failedAt + RETRY_MS) return false
  if (check.version === undefined || check.of !== nameScored(facts)) return true
  if (!data) return false
  const version = data.versionOf(trigger, facts.date)
  if (check.version.data !== version.data) return true
  return check.isFound === null && check.version.heights !== version.heights
}

/** A private flight of another pilot must not change what is public. */
function findTwins(twins: readonly entries.Twin[], held: readonly HeldEntry[]): Set<string> {
  const hidden = new Set(held.filter(({ facts }) => !facts.isPublic).map(({ id }) => id))
  const shared = twins.filter(
    ({ entry, other, takes }) => isEntered(other, { takes }) && (other.facts.isPublic || hidden.has(entry)),
  )
  return new Set(shared.map(({ entry }) => entry))
}
