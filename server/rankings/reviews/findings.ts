// Findings of the service: they set flights aside, by a decision that names them, until a reviewer has looked.
import { defaultTriggers, type FileTrigger, fileTriggers, type ReviewTrigger } from '#contract/clubs/words.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { findState, indexSteps, insertStep, listSteps, type Step } from '../decisions-store.ts'
import { type KeptScore, kindOfFinding, listScores, nameChecked } from '../scores-store.ts'
import type { RankableFlight } from '#server/events/pilots-flights.ts'
import type { RankingServices } from '../sources.ts'
import * as store from '../store.ts'
import type { Entry, Season } from '../store.ts'
import { type DecidedFlight, tellDecisions } from '../tell.ts'

const SET_ASIDE = 'Set aside by the service until a reviewer has looked at it.'

const signs: Partial<Record<RankableFlight['signature'], ReviewTrigger>> = {
  invalid: 'invalid-signature',
  unknown: 'unchecked-signature',
}

const listAsked = ({ terms }: Pick<Season, 'terms'>): readonly ReviewTrigger[] =>
  terms.review ?? defaultTriggers

/** Findings that the season asks for and that are in the files alone. */
export const listInFiles = (season: Pick<Season, 'terms'>): FileTrigger[] =>
  fileTriggers.filter((trigger) => listAsked(season).includes(trigger))

export interface Looked {
  readonly entry: Entry
  readonly season: Season
}

/**
 * Decides for review where there are findings that no decision names yet. A rejected flight does not count anyway. Undefined
 * where nothing had changed.
 */
export async function lookForFindings(
  { db, ...services }: RankingServices,
  entryId: string,
): Promise<Looked | undefined> {
  const { rankable } = services
  return db.transaction(async (sql) => {
    const [known] = await store.listEntries(sql, store.withId(entryId))
    const season = known && (await store.holdSeason(sql, known.seasonId))
    const [entry] = season ? await store.listEntries(sql, store.withId(entryId)) : []
    if (!season || !entry || season.closedAt !== null || entry.seenChange === entry.lastChange)
      return undefined
    const flights = (await rankable.list(sql, [entry.userId], season.terms)).filter(
      ({ id }) => !entry.excluded.includes(id),
    )
    const scores = Map.groupBy(await listScores(sql, [entry.userId]), ({ flightId }) => flightId)
    const changed = flights.filter(({ changeNumber }) => changeNumber > entry.seenChange)
    const isAskedTwins = listAsked(season).includes('same-track')
    const shared = isAskedTwins ? await listShared(services, sql, season, entry, changed) : new Set<string>()
    const found = await setAside(services, sql, season, entry, flights, (flight) => [
      ...listFound(flight, scores.get(flight.id) ?? []),
      ...(shared.has(flight.track) ? (['same-track'] as const) : []),
    ])
    // The others share it with this pilot now.
    if (found.has('same-track')) await store.setUnseen(sql, flewAny(entry, [...shared]))
    await store.noteSeen(sql, entry)
    return { entry, season }
  })
}

function listFound(flight: RankableFlight, scores: readonly KeptScore[]): ReviewTrigger[] {
  const sign = signs[flight.signature]
  const checked = nameChecked(flight)
  const inFile = fileTriggers.filter((trigger) =>
    scores.some(
      ({ kind, madeOf, result }) =>
        kind === kindOfFinding(trigger) && madeOf === checked && result === 'true',
    ),
  )
  return [...(sign ? [sign] : []), ...inFile]
}

async function setAside(
  services: Omit<RankingServices, 'db'>,
  sql: Sql,
  season: Season,
  entry: Entry,
  flights: readonly RankableFlight[],
  find: (flight: RankableFlight) => ReviewTrigger[],
): Promise<ReadonlySet<ReviewTrigger>> {
  const asked = listAsked(season)
  const findSteps = indexSteps(await listSteps(sql, season.id, entry.userId))
  const decided: DecidedFlight[] = []
  for (const flight of flights) {
    const steps = findSteps(flight)
    if (findState(steps) === 'rejected') continue
    const known = new Set(steps.flatMap(({ findings }) => findings ?? []))
    const findings = find(flight).filter((one) => asked.includes(one) && !known.has(one))
    if (findings.length === 0) continue
    const step: Step = { happenedAt: services.now(), state: 'review', text: SET_ASIDE, findings }
    await insertStep(sql, entry, flight, { ...step, by: null })
    decided.push({ flight, step })
  }
  if (decided.length > 0) await store.countUp(sql, season.id)
  await tellDecisions(services, sql, season, entry, decided)
  return new Set(decided.flatMap(({ step }) => step.findings ?? []))
}

const flewAny = ({ seasonId, userId }: Entry, tracks: readonly string[]) =>
  fragment`${store.ofSeason(seasonId)} and e.user_id <> ${userId} and exists (
    select 1 from flights f where f.owner_id = e.user_id and f.fingerprint in (${paddedList(tracks)}))`

/** Tracks that other pilots of the season have published, too. */
async function listShared(
  { rankable }: Pick<RankingServices, 'rankable'>,
  sql: Sql,
  { terms }: Season,
  entry: Entry,
  flights: readonly RankableFlight[],
): Promise<Set<string>> {
  if (flights.length === 0) return new Set()
  const tracks = new Set(flights.map(({ track }) => track))
  const shared = new Set<string>()
  for (const { userId, excluded } of await store.listEntries(sql, flewAny(entry, [...tracks])))
    for (const { id, track } of await rankable.list(sql, [userId], terms))
      if (tracks.has(track) && !excluded.includes(id)) shared.add(track)
  return shared
}
