// Changes of a pilot's list of gliders. Each takes the pilot's next number, as a change of a flight does: lists of flights that
// name the glider are then known to have changed.
//
// Anyone who changes flights and gliders takes locks in one order: the account, the glider, the counter, the flight.
import type { Glider, GliderChange, GliderFlights, GliderRegistration } from '#contract/logbook/gliders.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { isUniqueViolation } from '#server/platform/database/violations.ts'
import { ApiError, invalidRequest, notFound } from '#server/platform/errors.ts'
import type { RequestOrigin } from '#server/platform/requests/origin.ts'
import type { Services } from '#server/platform/services.ts'
import { nextNumber } from '../record/change-numbers.ts'
import { updateFlight } from '../record/correct.ts'
import { changeAll } from '../record/update.ts'
import * as store from './store.ts'

export const noSuchGlider = () => notFound('There is no such glider.')
const nameTaken = () => invalidRequest('You already have a glider with this name.')

export async function requireGlider(sql: Sql, ownerId: string, id: string): Promise<Glider> {
  const glider = await store.findGlider(sql, ownerId, id)
  if (!glider) throw noSuchGlider()
  return glider
}

export function addGlider(
  { db, now }: Services,
  ownerId: string,
  glider: GliderRegistration,
): Promise<Glider> {
  return db.transaction(async (sql) => {
    if (!(await store.holdList(sql, ownerId))) throw noSuchGlider()
    if ((await store.countGliders(sql, ownerId)) >= store.MAX_GLIDERS)
      throw invalidRequest(`You have ${store.MAX_GLIDERS} gliders, the most there may be: delete one first.`)
    requireUsable(glider)
    const id = await store.insertGlider(sql, now(), ownerId, glider)
    if (id === undefined) throw nameTaken()
    return finishChange(sql, ownerId, id)
  })
}

export async function changeGlider(
  { db, now }: Services,
  ownerId: string,
  id: string,
  change: GliderChange,
): Promise<Glider> {
  try {
    return await db.transaction(async (sql) => {
      if (!(await store.holdList(sql, ownerId))) throw noSuchGlider()
      requireUsable({ ...(await requireGlider(sql, ownerId, id)), ...change })
      await store.updateGlider(sql, now(), ownerId, id, change)
      return finishChange(sql, ownerId, id)
    })
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken() : error
  }
}

/** Refused here, as the schema cannot: text of which nothing is left. */
function requireUsable({ name }: Pick<GliderRegistration, 'name'>): void {
  if (store.cleanName(name) === '') throw invalidRequest('name must be text of 1 to 100 characters.')
}

async function finishChange(sql: Sql, ownerId: string, id: string): Promise<Glider> {
  await store.keepOneDefault(sql, ownerId, id)
  await nextNumber(sql, ownerId)
  return requireGlider(sql, ownerId, id)
}

/** One that has flights stays: what it has flown would be lost. */
export function removeGlider({ db }: Services, ownerId: string, id: string): Promise<void> {
  return db.transaction(async (sql) => {
    if (!(await store.holdGlider(sql, ownerId, id))) throw noSuchGlider()
    const flights = await store.countFlownWith(sql, ownerId, id)
    if (flights > 0) throw inUse(flights)
    await store.deleteGlider(sql, ownerId, id)
    await nextNumber(sql, ownerId)
  })
}

function inUse(flights: number): ApiError {
  const [count, them] = flights === 1 ? ['1 flight was', 'it'] : [`${flights} flights were`, 'them']
  const remedy = `retire it, or choose another one for ${them} first`
  return new ApiError(409, 'conflict', `${count} flown with this glider: ${remedy}.`)
}

const FIRST_DAY = '0000-01-01'
const LAST_DAY = '9999-12-31'

/** Flights of these days that have no glider; each is a separate change, with its event. */
export async function giveFlights(
  services: Services,
  ownerId: string,
  id: string,
  { from = FIRST_DAY, to = LAST_DAY }: GliderFlights,
  origin: RequestOrigin,
): Promise<number> {
  await requireGlider(services.db.sql, ownerId, id)
  return changeAll(
    {
      services,
      ownerId,
      origin,
      change: (change, flight) => updateFlight(change, flight.id, { gliderId: id }),
    },
    ({ flight_date, glider_id }) => glider_id === null && from <= flight_date && flight_date <= to,
  )
}
