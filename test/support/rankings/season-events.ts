// The events of a season, each by the function that the service itself uses for it.
import { makeChange } from '#server/flights/record/change.ts'
import { updateFlight } from '#server/flights/record/correct.ts'
import { removeFlight } from '#server/flights/record/remove.ts'
import { changeFlight } from '#server/flights/record/store.ts'
import { changeGlider } from '#server/flights/gliders/gliders.ts'
import { addZone } from '#server/flights/sharing/zones.ts'
import { fragment } from '#server/platform/database/database.ts'
import { enterSeason, leaveSeason } from '#server/rankings/participation.ts'
import { decide } from '#server/rankings/reviews/review.ts'
import { putRanking } from '#server/rankings/managing.ts'
import { requireSeason } from '#server/rankings/season.ts'
import { findEntry, listRankings } from '#server/rankings/store.ts'
import { terms } from './league.ts'
import { listRules, makeScore, nameGlider, type Simulation, wings } from './simulation.ts'

type Happening = (simulation: Simulation, userId: string) => Promise<unknown>

async function pickFlight({ services, random }: Simulation, userId: string): Promise<string | undefined> {
  const flights = await services.db.sql<{ id: string }>`
    select id from flights where owner_id = ${userId} order by id`
  return flights.length === 0 ? undefined : random.pick(flights).id
}

const withFlight =
  (work: (simulation: Simulation, userId: string, flightId: string) => Promise<unknown>): Happening =>
  async (simulation, userId) => {
    const flightId = await pickFlight(simulation, userId)
    if (flightId !== undefined) await work(simulation, userId, flightId)
  }

const correct = withFlight(({ services, random }, userId, flightId) => {
  const correction = random.pick([
    { visibility: 'public' },
    { visibility: 'private' },
    { launch_type: 'Towed' },
    { is_tandem: true },
    { isCounted: false },
    { gliderId: nameGlider(userId, random.pick(wings)) },
  ] as const)
  return makeChange(services, userId, (change) => updateFlight(change, flightId, correction))
})

/** As a rescore by other rules does. */
const rescore = withFlight(({ services, random }, userId, flightId) => {
  const { score, metadata } = makeScore(random)
  return makeChange(services, userId, (change) =>
    changeFlight(change, flightId, fragment`score = ${score}, metadata = ${metadata}`),
  )
})

const remove = withFlight(({ services }, userId, flightId) =>
  makeChange(services, userId, (change) => removeFlight(change, flightId)),
)

const review: Happening = async ({ services, random, owner, seasonId }, userId) => {
  const { rankable, db } = services
  const entry = await findEntry(db.sql, seasonId, userId)
  const flights = entry ? await rankable.list(db.sql, [userId], terms) : []
  const shown = flights.filter(({ id }) => !entry!.excluded.includes(id))
  if (shown.length === 0) return
  const state = random.pick(['review', 'rejected', 'accepted'] as const)
  const decision = { flightIds: [random.pick(shown).id], state, reason: 'Because.' }
  await decide(services, owner, seasonId, decision)
}

const changeClub: Happening = async ({ services, random, clubs, seasonId }, userId) => {
  const { season } = await requireSeason(services, userId, seasonId)
  await enterSeason(services, userId, { season }, { displayName: 'full', clubId: random.pick(clubs) })
}

const changeWing: Happening = ({ services, random }, userId) =>
  changeGlider(services, userId, nameGlider(userId, random.pick(wings)), { class: random.pick(wings) })

const hidePlace: Happening = async ({ services }, userId) => {
  const zone = { name: 'Home', latitude: 46, longitude: 8, radiusM: 500 }
  const [known] = await services.db.sql`select id from privacy_zones where user_id = ${userId}`
  if (!known) await services.db.transaction((sql) => addZone(sql, services.now(), userId, zone))
}

const changeEntry: Happening = async ({ services, random, seasonId }, userId) => {
  const { season } = await requireSeason(services, userId, seasonId)
  const flights = await services.db.sql<{ id: string }>`
    select id from flights where owner_id = ${userId} order by id limit 20`
  const entry = {
    excludedFlightIds: flights.filter(() => random.below(2) === 0).map(({ id }) => id),
    displayName: 'full',
    team: `team-${random.below(9)}`,
  } as const
  await enterSeason(services, userId, { season }, entry)
}

const leave: Happening = ({ services, seasonId }, userId) => leaveSeason(services, userId, seasonId)

const changeRule: Happening = async ({ services, random, owner, seasonId }) => {
  const { season } = await requireSeason(services, owner, seasonId)
  const ranking = random.pick(await listRankings(services.db.sql, [seasonId]))
  await putRanking(services, season, { rule: random.pick(listRules()) }, ranking)
}

/** How often each happens, of all together. */
const happenings: Record<string, readonly [weight: number, happening: Happening]> = {
  upload: [60, ({ upload, random }, userId) => upload(userId, random.below(3))],
  late: [5, ({ upload, random }, userId) => upload(userId, 12 + random.below(6))],
  correct: [12, correct],
  rescore: [4, rescore],
  remove: [5, remove],
  review: [6, review],
  changeClub: [2, changeClub],
  changeWing: [2, changeWing],
  hidePlace: [1, hidePlace],
  changeEntry: [2, changeEntry],
  leave: [0.5, leave],
  changeRule: [0.5, changeRule],
}

const total = Object.values(happenings).reduce((sum, [weight]) => sum + weight, 0)
/** Of all that happens. */
export const UPLOADED = (happenings.upload![0] + happenings.late![0]) / total

/** One of them, of one pilot; its name. */
export async function letHappen(simulation: Simulation): Promise<string> {
  const { random, pilots } = simulation
  let left = random.below(total * 10) / 10
  const [name, [, happening]] = Object.entries(happenings).find(([, [weight]]) => (left -= weight) < 0)!
  await happening(simulation, random.pick(pilots))
  return name
}
