// Creating, reading and changing clubs, and who may.
import type { FastifyRequest } from 'fastify'
import type { Club, ClubChange, ClubRegistration, ClubRole } from '#contract/clubs/clubs.ts'
import type { SecurityEventKind } from '#dashboard/security.ts'
import { findNameFault, readsAsWebAddress } from '#server/access/names/names.ts'
import type { Caller } from '#server/access/operations/operation.ts'
import { byCaller } from '#server/access/security-log/security-log.ts'
import { type By, recordSecurityEvent } from '#server/access/security-log/store.ts'
import { countRows } from '#server/platform/database/count.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { isUniqueViolation } from '#server/platform/database/violations.ts'
import { conflict, insufficientRole, invalidRequest, notFound } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { beginStay, countStays, deleteRows } from './members-store.ts'
import * as store from './store.ts'

const MAX_CLUBS_A_DAY = 5
const MAX_CLUBS_OF_PILOT = 50

export interface ClubServices extends Pick<Services, 'config' | 'db' | 'log' | 'mail' | 'now' | 'secret'> {
  /** In the club's seasons, of a pilot who is no longer a member. */
  readonly endEntries: (
    sql: Sql,
    stay: { clubId: string; userId: string; withdrawn?: boolean },
  ) => Promise<void>
}

/** The user who acts, and how the security log tells it. */
export interface Actor {
  readonly userId: string
  readonly by: By
}

export const toActor = ({ userId }: Caller, request: FastifyRequest): Actor => ({
  userId,
  by: byCaller(request),
})

export const noSuchClub = () => notFound('There is no such club.')

export async function requireClub(
  sql: Sql,
  userId: string,
  clubId: string,
  reach?: store.Reach,
): Promise<store.SeenClub> {
  const seen = await store.findClub(sql, userId, clubId, reach)
  if (!seen) throw noSuchClub()
  return seen
}

export type Roles = readonly ClubRole[]
export const managers: Roles = ['owner', 'admin']

interface Entering {
  /** Without them, everyone who sees the club. */
  readonly roles?: Roles | undefined
  readonly reach?: store.Reach
  /** The user whose own row is changed, too: the one who acts, unless it is another. */
  readonly user?: string | undefined
}

/** A club and the user who acts in it. */
export interface ClubWork extends store.SeenClub {
  readonly services: ClubServices
  readonly sql: Sql
  readonly nowMs: number
  readonly actor: Actor
}

export async function enterClub(
  services: ClubServices,
  sql: Sql,
  actor: Actor,
  clubId: string,
  { roles, reach }: Entering,
): Promise<ClubWork> {
  const seen = await requireClub(sql, actor.userId, clubId, reach)
  if (roles) requireRole(seen, roles)
  return { ...seen, services, sql, nowMs: services.now(), actor }
}

export function requireRole({ role }: store.SeenClub, roles: Roles): void {
  if (role !== undefined && roles.includes(role)) return
  throw insufficientRole(`${roles.length === 1 ? 'an owner' : 'an owner or an admin'} of the club`)
}

/** In a transaction that lets one change of the club happen at a time. */
export function inClub<Result>(
  services: ClubServices,
  actor: Actor,
  clubId: string,
  work: (club: ClubWork) => Promise<Result>,
  { user = actor.userId, ...entering }: Entering = {},
): Promise<Result> {
  return services.db.transaction(async (sql) => {
    if (!(await store.holdUser(sql, user))) throw noSuchClub()
    await store.holdClub(sql, clubId)
    return work(await enterClub(services, sql, actor, clubId, entering))
  })
}

/** As it is after the change. */
export async function readAgain({ sql, actor, club }: ClubWork): Promise<{ data: Club }> {
  return { data: (await requireClub(sql, actor.userId, club.id)).club }
}

/** In the security log of the user who acts, or of another. */
export function record(
  { sql, nowMs, club, actor }: ClubWork,
  kind: SecurityEventKind,
  { userId, by }: Actor = actor,
): Promise<void> {
  return recordSecurityEvent(sql, nowMs, { ...by, userId, kind, subject: club.name })
}

const reserved = ['invitations', 'join', 'new']

/** With the name as it is kept. */
function requireUsable<Change extends ClubChange>(change: Change): Change {
  const { handle, website } = change
  if (website && !URL.canParse(website))
    throw invalidRequest('website must be an address that begins with https://.')
  if (handle !== undefined && (reserved.includes(handle) || findNameFault(handle) !== undefined))
    throw invalidRequest('This handle is reserved; choose another one.')
  return change.name === undefined ? change : { ...change, name: requireName(change.name) }
}

function requireName(asked: string): string {
  const name = asked.replaceAll(/\s+/gu, ' ').trim()
  if (name === '') throw invalidRequest('name must be text of 1 to 80 characters.')
  const fault = findNameFault(name)
  if (fault !== undefined) throw invalidRequest(`The name ${fault}.`)
  // It stands in emails to people who have not asked for them.
  if (readsAsWebAddress(name))
    throw invalidRequest('The name reads as the address of a website: write a space after a dot, and no @.')
  return name
}

const refuseTaken = (error: unknown): never => {
  throw isUniqueViolation(error) ? invalidRequest('Another club has this handle already.') : error
}

export async function createClub(
  { db, now }: ClubServices,
  { userId, by }: Actor,
  registration: ClubRegistration,
): Promise<Club> {
  const asked = requireUsable(registration)
  return db.transaction(async (sql) => {
    if (!(await store.holdUser(sql, userId))) throw noSuchClub()
    const created = fragment`clubs where created_by = ${userId} and created_at > ${now() - DAY_MS}`
    if ((await countRows(sql, created)) >= MAX_CLUBS_A_DAY)
      throw conflict(`You have created ${MAX_CLUBS_A_DAY} clubs within a day, the most there may be.`)
    await requireRoom(sql, userId)
    const clubId = await store.insertClub(sql, now(), userId, asked).catch(refuseTaken)
    const choices = { displayName: 'initial', isListed: asked.visible === 'public' } as const
    await beginStay(sql, now(), { ...choices, clubId, userId, role: 'owner', approvedBy: null })
    await recordSecurityEvent(sql, now(), { ...by, userId, kind: 'club_created', subject: asked.name })
    return (await requireClub(sql, userId, clubId)).club
  })
}

/** Of a pilot. */
export async function requireRoom(sql: Sql, userId: string): Promise<void> {
  if ((await countStays(sql, fragment`user_id = ${userId}`)) >= MAX_CLUBS_OF_PILOT)
    throw conflict(`A pilot is a member of ${MAX_CLUBS_OF_PILOT} clubs at most: leave one first.`)
}

export async function changeClub(held: ClubWork, change: ClubChange): Promise<{ data: Club }> {
  const { sql, nowMs } = held
  const club = { ...held.club, ...requireUsable(change) }
  await store.updateClub(sql, nowMs, club).catch(refuseTaken)
  if (club.visible === 'public' && held.club.visible !== 'public')
    await record({ ...held, club }, 'club_published')
  // The club is no longer there for those who only ask.
  if (club.visible === 'members') await deleteRows(sql, club.id, fragment`state = 'requested'`)
  return readAgain(held)
}

/** Null takes it away. */
export async function changePicture(held: ClubWork, bytes: Uint8Array | null): Promise<{ data: Club }> {
  await store.setPicture(held.sql, held.nowMs, held.club.id, bytes)
  return readAgain(held)
}
