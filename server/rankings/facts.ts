// The facts that places follow from: public flights of entered pilots, as any rule of the season may ask for them. They are kept
// as text for each pilot, which is what the thread that ranks is given; only those of pilots who have changed are read again.
import type { RankingFlight } from '#contract/clubs/proof.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import { createGiveWay } from '#server/platform/concurrency/give-way.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { isOfFinding, type KeptScore, listScores, nameScored, SHOWN, type ShownPart } from './scores-store.ts'
import type { Days, LeagueValues, RankableFlight } from '#server/events/pilots-flights.ts'
import type { FlightSource, RankingServices } from './sources.ts'
import type { Entry, Season } from './store.ts'

/** Of a flight, whatever the rule. */
export interface Facts extends Omit<RankableFlight, 'values' | 'seconds'> {
  /** Of what others see; undefined while it is not known what that is. */
  readonly seconds?: number
  /** By the ids of leagues; null where the league has no rules for the flight. */
  readonly values: Readonly<Record<string, LeagueValues | null>>
}

/** What is known of the whole flight is left out where zones may cut it. None where they leave nothing. */
function toFacts(
  { leagueId }: FlightSource,
  { values: whole, seconds, ...flight }: RankableFlight,
  scores: readonly KeptScore[],
): Facts[] {
  const madeOf = nameScored(flight)
  const known = scores.filter((one) => one.madeOf === madeOf && !isOfFinding(one))
  const { [SHOWN]: shown, ...values } = Object.fromEntries(
    known.map(({ kind, result }) => [kind, result && JSON.parse(result)]),
  ) as { [SHOWN]?: ShownPart | null } & Facts['values']
  if (flight.zones === null) return [{ ...flight, seconds, values: { ...values, [leagueId]: whole } }]
  return shown === null ? [] : [{ ...flight, ...shown, values }]
}

/** Public flights of a pilot, those of which zones leave something. */
export async function listVisible(
  { rankable }: Pick<RankingServices, 'rankable'>,
  sql: Sql,
  userId: string,
  days: Days,
): Promise<RankableFlight[]> {
  const flights = await rankable.list(sql, [userId], days)
  if (flights.every(({ zones }) => zones === null)) return flights
  const scores = await listScores(sql, [userId])
  const hidden = scores.filter(({ kind, result }) => kind === SHOWN && result === null)
  const madeOf = new Map(hidden.map((score) => [score.flightId, score.madeOf]))
  return flights.filter((one) => madeOf.get(one.id) !== nameScored(one))
}

const READ_TOGETHER = 10
/** Reading and writing facts is done in turns of this length: requests wait no longer. */
const giveWay = createGiveWay(8)

/** Facts of pilots, those that take part. */
export async function readFacts(
  { rankable }: Pick<RankingServices, 'rankable'>,
  sql: Sql,
  { terms }: Pick<Season, 'terms'>,
  entries: readonly Entry[],
  keep: (entry: Entry, facts: Facts[]) => void,
): Promise<void> {
  for (let at = 0; at < entries.length; at += READ_TOGETHER) {
    const some = entries.slice(at, at + READ_TOGETHER)
    const ids = some.map(({ userId }) => userId)
    await giveWay()
    const flights = Map.groupBy(await rankable.list(sql, ids, terms), ({ ownerId }) => ownerId)
    const scores = Map.groupBy(await listScores(sql, ids), ({ flightId }) => flightId)
    for (const entry of some) {
      await giveWay()
      const own = (flights.get(entry.userId) ?? []).filter(({ id }) => !entry.excluded.includes(id))
      keep(
        entry,
        own.flatMap((flight) => toFacts(rankable, flight, scores.get(flight.id) ?? [])),
      )
    }
  }
}

export type Pilot = Pick<
  Entry,
  'id' | 'band' | 'sex' | 'team' | 'teamSince' | 'clubId' | 'clubSince' | 'isNewcomer'
>

/** As a rule sees it: with nothing that the rule does not ask for. */
export function toFlight(
  rule: RankingRule,
  { id, hash, date, uploadedAt, class: wing, country, ...facts }: Facts,
  pilot: Pilot,
  isShownClub: (club: string) => boolean,
): RankingFlight {
  const { filter, factors = [], group, measure } = rule
  const { seconds } = facts
  const scored = measure.league === undefined ? undefined : facts.values[measure.league]
  const isUnscored = seconds === undefined || (measure.league !== undefined && scored === undefined)
  const isSince = (by: typeof group.by, since: string | null) =>
    group.by === by && since !== null && date >= since
  const club = isSince('club', pilot.clubSince) ? pilot.clubId : null
  const asksBand = filter?.bands !== undefined || factors.some(({ bands }) => bands !== undefined)
  return {
    id,
    pilot: pilot.id,
    address: `/f/${id}`,
    // The file, and where it began, may tell what a zone hides: both are left out for all flights of the pilot.
    file: facts.zones === null ? hash : null,
    date,
    uploadedAt: new Date(uploadedAt).toISOString(),
    measured: seconds === undefined ? null : measureFlight(measure.kind, seconds, scored),
    ...(isUnscored && { isUnscored: true as const }),
    type: scored?.type ?? 'None',
    class: wing,
    country,
    takeoff: facts.zones === null ? facts.takeoff : null,
    launchType: facts.launchType,
    signature: facts.signature,
    band: asksBand ? pilot.band : null,
    sex: filter?.sex === undefined ? null : pilot.sex,
    isNewcomer: filter?.newcomers === true && pilot.isNewcomer,
    club: club !== null && isShownClub(club) ? club : null,
    team: isSince('team', pilot.teamSince) ? pilot.team : null,
  }
}

function measureFlight(
  kind: RankingRule['measure']['kind'],
  seconds: number,
  scored: LeagueValues | null | undefined,
): RankingFlight['measured'] {
  if (kind === 'flights') return { units: 1, decimals: 0, rules: null }
  if (kind === 'hours') return { units: seconds, decimals: 0, rules: null }
  return scored ? { ...scored[kind], rules: scored.rules } : null
}
