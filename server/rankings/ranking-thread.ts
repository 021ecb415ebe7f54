// Ranks in a thread: from the facts of all pilots to rows and proof, in forms of which a request reads only what it asks for.
import type { FlightDecision, RankingFlight, RankingProof, SealedProof } from '#contract/clubs/proof.ts'
import type { RankingRule, SeasonTerms } from '#contract/clubs/rule.ts'
import type { RankingReason } from '#contract/clubs/words.ts'
import { compareTexts } from '#rankings/candidate.ts'
import { hashBytes, toCanonicalJson } from '#rankings/canonical.ts'
import { prove, reseal, withdraw } from '#rankings/proof.ts'
import { type Facts, type Pilot, toFlight } from './facts.ts'

export interface RankingTask {
  readonly ranking: string
  readonly season: SeasonTerms
  readonly rule: RankingRule
  readonly pilots: readonly { pilot: Pilot; facts: Uint8Array }[]
  readonly decisions: readonly FlightDecision[]
  readonly shownClubs: ReadonlySet<string>
}

/** A flight with what is said of it. */
export interface ToldFlight {
  readonly flight: RankingFlight
  readonly value: number | null
  readonly reason: RankingReason
}

export interface StandingRow {
  readonly key: string
  readonly place: number | null
  readonly sum: number
  readonly count: number
  /** Of the flights that count, the best. */
  readonly best: readonly { address: string | null; value: number }[]
}

export interface Standings {
  readonly rows: readonly StandingRow[]
  /** Pilot -> JSON of all flights of the pilot. */
  readonly byPilot: ReadonlyMap<string, string>
  /** Key of a row -> JSON of its best flights. */
  readonly byRow: ReadonlyMap<string, string>
  /** JSON of the newest flights that count. */
  readonly newest: string
  readonly sha256: string
  /** The sealed proof as canonical JSON. */
  readonly proof: Uint8Array
}

const MAX_OF_ROW = 100
const MAX_BEST = 6
const MAX_NEWEST = 20
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Of an open season. */
export default async function rankSeason(task: RankingTask): Promise<Standings> {
  const { ranking, season, rule, pilots, decisions, shownClubs } = task
  const flights = pilots.flatMap(({ pilot, facts }) =>
    (JSON.parse(decode(facts)) as Facts[]).map((one) =>
      toFlight(rule, one, pilot, (club) => shownClubs.has(club)),
    ),
  )
  const known = new Set(flights.map(({ id }) => id))
  const about = decisions.filter(({ flight }) => known.has(flight))
  return present(await prove({ ranking, season, rule, flights, decisions: about }))
}

/** Of a closed one. */
export const presentKept = (text: string): Promise<Standings> =>
  present((JSON.parse(text) as SealedProof).proof)

/** Written once, for its hash and for those who read it. */
async function present(proof: RankingProof): Promise<Standings> {
  const text = toCanonicalJson(proof)
  const sha256 = await hashBytes(new TextEncoder().encode(text))
  const { flights, result, rule } = proof
  const told = flights.map((flight, at): ToldFlight => {
    const { value, reason } = result.flights[at]!
    return { flight, value, reason }
  })
  const toldOf = new Map(told.map((one) => [one.flight.id, one]))
  const listOf = (ids: readonly string[]) => ids.map((id) => toldOf.get(id)!)
  const counted = result.rows.flatMap((row) => listOf(row.flights))
  const newest = counted.toSorted((a, b) =>
    compareTexts(b.flight.date + b.flight.id, a.flight.date + a.flight.id),
  )
  return {
    rows: result.rows.map(({ flights: own, ...row }) => ({
      ...row,
      count: own.length,
      best: listOf(own.slice(0, MAX_BEST)).map(({ flight: { address }, value }) => ({
        address,
        value: value ?? 0,
      })),
    })),
    byPilot: new Map(
      [...Map.groupBy(told, ({ flight }) => flight.pilot)].map(([pilot, own]) => [
        pilot,
        JSON.stringify(own),
      ]),
    ),
    // A pilot's own row has those of the pilot.
    byRow: new Map(
      rule.group.by === 'pilot'
        ? []
        : result.rows.map(({ key, flights: own }) => [key, JSON.stringify(listOf(own.slice(0, MAX_OF_ROW)))]),
    ),
    newest: JSON.stringify(newest.slice(0, MAX_NEWEST)),
    sha256,
    proof: Buffer.from(`{"proof":${text},"sha256":"${sha256}"}`),
  }
}

/** Of a ranking of a closed season, as it is stored. */
export interface Document {
  readonly sealed: SealedProof
  /** By the keys of rows and pilots, as they were. */
  readonly names: Readonly<Record<string, string>>
  /** Address of a flight that was cut -> the zones of its pilot. */
  readonly zones?: Readonly<Record<string, readonly string[]>>
  /** Whether everyone could read it; else those who could, can. */
  readonly isPublic: boolean
  readonly closedAt: string
}

export interface Withdrawal {
  readonly document: string
  /** Who is still entered. */
  readonly pilots: ReadonlySet<string>
  /** Address of each flight that everyone may see -> the zones that may cut it. */
  readonly visible: ReadonlyMap<string, readonly string[]>
  readonly withdrawnAt: string
}

/** The document without what must go; undefined where nothing must. */
export async function withdrawFrom({
  document,
  pilots,
  visible,
  withdrawnAt,
}: Withdrawal): Promise<string | undefined> {
  const { sealed, names, zones: known = {}, ...kept } = JSON.parse(document) as Document
  const { flights } = sealed.proof
  const isGone = ({ pilot, address }: RankingFlight) => {
    const zones = address === null ? undefined : visible.get(address)
    return !pilots.has(pilot) || !zones || zones.some((zone) => !known[address!]?.includes(zone))
  }
  const entrants = new Set(flights.map(({ pilot }) => pilot))
  const left = Object.entries(names).filter(([key]) => !entrants.has(key) || pilots.has(key))
  const isSame = left.length === Object.keys(names).length
  const hasGone = flights.some((flight) => flight.withdrawnAt === undefined && isGone(flight))
  if (isSame && !hasGone) return undefined
  const proof = hasGone ? withdraw(sealed, isGone, withdrawnAt, kept.closedAt) : sealed.proof
  return JSON.stringify({
    ...kept,
    zones: known,
    sealed: await reseal(proof),
    names: Object.fromEntries(left),
  })
}
