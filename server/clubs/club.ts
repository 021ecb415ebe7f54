// Creating, reading and changing clubs, and who may.
import type { FastifyRequest } from 'fastify'
import type { Club, ClubChange, ClubRegistration, ClubRole } from '#contract/clubs/clubs.ts'
import { findNameFault } from '#server/access/names/names.ts'
import type { Caller } from '#server/access/operations/operation.ts'
import { byApplication, byUser } from '#server/access/security-log/security-log.ts'
import { type By, recordSecurityEvent } from '#server/access/security-log/store.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { isUniqueViolation } from '#server/platform/database/violations.ts'
import { ApiError, invalidRequest, notFound } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { beginStay, countStays } from './members-store.ts'
import * as store from './store.ts'

export const MAX_CLUBS_A_DAY = 5
export const MAX_CLUBS_OF_PILOT = 50

export type ClubServices = Pick<Services, 'config' | 'db' | 'log' | 'mail' | 'now' | 'secret'>

/** The user who acts, and how the security log tells it. */
export interface Actor {
  readonly userId: string
  readonly by: By
}

export function toActor({ userId, credential }: Caller, request: FastifyRequest): Actor {
  const by = credential?.kind === 'access_token' ? byApplication(request) : byUser(request)
  return { userId, by }
}

export const noSuchClub = () => notFound('There is no such club.')
export const conflict = (sentence: string) => new ApiError(409, 'invalid_request', sentence)

export async function requireClub(sql: Sql, userId: string, clubId: string): Promise<store.SeenClub> {
  const seen = await store.findClub(sql, userId, clubId)
  if (!seen) throw noSuchClub()
  return seen
}

export const managers: readonly ClubRole[] = ['owner', 'admin']

export function requireRole({ role }: Pick<store.SeenClub, 'role'>, roles: readonly ClubRole[]): ClubRole {
  if (role !== undefined && roles.includes(role)) return role
  const who = roles.length === 1 ? 'an owner' : 'an owner or an admin'
  throw new ApiError(403, 'insufficient_role', `Only ${who} of the club may do this.`)
}

/** In a transaction, one change of the club at a time; `holdsUser` where the user's own row is changed, too. */
export function inClub<Result>(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  clubId: string,
  work: (sql: Sql, seen: store.SeenClub) => Promise<Result>,
  { holdsUser = userId }: { holdsUser?: string } = {},
): Promise<Result> {
  return db.transaction(async (sql) => {
    if (!(await store.holdUser(sql, holdsUser))) throw noSuchClub()
    await store.holdClub(sql, clubId)
    return work(sql, await requireClub(sql, userId, clubId))
  })
}

const reserved = ['invitations', 'join', 'new']

function requireUsable({ name, handle }: ClubChange): void {
  const fault = name === undefined ? undefined : findNameFault(name)
  if (fault !== undefined) throw invalidRequest(`The name ${fault}.`)
  // It stands in emails to people who have not asked for them.
  if (name !== undefined && /:\/\/|www\./i.test(name))
    throw invalidRequest('The name contains the address of a website; choose another one.')
  if (handle !== undefined && (reserved.includes(handle) || findNameFault(handle) !== undefined))
    throw invalidRequest('This handle is reserved; choose another one.')
}

const clean = <Change extends ClubChange>(change: Change): Change => {
  if (change.name === undefined) return change
  const name = change.name.replaceAll(/\s+/gu, ' ').trim()
  if (name === '') throw invalidRequest('name must be text of 1 to 80 characters.')
  return { ...change, name }
}

const refuseTaken = (error: unknown): never => {
  throw isUniqueViolation(error) ? invalidRequest('Another club has this handle already.') : error
}

export async function createClub(
  services: ClubServices,
  { userId, by }: Actor,
  registration: ClubRegistration,
): Promise<Club> {
  const { db, now } = services
  const asked = clean(registration)
  requireUsable(asked)
  return db
    .transaction(async (sql) => {
      if (!(await store.holdUser(sql, userId))) throw noSuchClub()
      if ((await store.countCreated(sql, userId, now() - DAY_MS)) >= MAX_CLUBS_A_DAY)
        throw conflict(`You have created ${MAX_CLUBS_A_DAY} clubs within a day, the most there may be.`)
      await requireRoom(sql, userId)
      const clubId = await store.insertClub(sql, now(), userId, asked)
      const choices = { shownAs: 'initial', isListed: asked.visible === 'public' } as const
      await beginStay(sql, now(), { ...choices, clubId, userId, role: 'owner', approvedBy: null })
      const event = { ...by, userId, kind: 'club_created', subject: asked.name } as const
      await recordSecurityEvent(sql, now(), event)
      return (await requireClub(sql, userId, clubId)).club
    })
    .catch(refuseTaken)
}

/** Of a pilot. */
export async function requireRoom(sql: Sql, userId: string): Promise<void> {
  if ((await countStays(sql, { userId })) >= MAX_CLUBS_OF_PILOT)
    throw conflict(`A pilot is a member of ${MAX_CLUBS_OF_PILOT} clubs at most: leave one first.`)
}

export async function changeClub(
  services: ClubServices,
  actor: Actor,
  clubId: string,
  change: ClubChange,
): Promise<Club> {
  const asked = clean(change)
  requireUsable(asked)
  return inClub(services, actor, clubId, async (sql, seen) => {
    requireRole(seen, managers)
    await store.updateClub(sql, services.now(), seen.club.id, asked)
    if (asked.visible === 'public' && seen.club.visible !== 'public') {
      const event = { ...actor.by, userId: actor.userId, kind: 'club_published' } as const
      await recordSecurityEvent(sql, services.now(), { ...event, subject: asked.name ?? seen.club.name })
    }
    return (await requireClub(sql, actor.userId, seen.club.id)).club
  }).catch(refuseTaken)
}
