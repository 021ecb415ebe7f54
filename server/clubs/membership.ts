// Joining, leaving, roles, removals. Each change holds the club: its last owner cannot go in two requests at once.
import type { Club, ClubJoin, ClubRole, MembershipChange } from '#contract/clubs/clubs.ts'
import { byService } from '#server/access/security-log/store.ts'
import { showsMore } from '#server/access/names/shown-name.ts'
import { announceWidening } from '#server/access/widening.ts'
import { fragment } from '#server/platform/database/database.ts'
import { ApiError, conflict, insufficientRole, notFound } from '#server/platform/errors.ts'
import {
  type Actor,
  type ClubServices,
  type ClubWork,
  inClub,
  readAgain,
  record,
  requireRoom,
} from './club.ts'
import * as members from './members-store.ts'
import { countOwners, giveRole, tellOwners } from './owners.ts'
import { setClosed } from './store.ts'

const MAX_MEMBERS = 5_000
const MAX_REQUESTS = 20

export const noSuchMember = () => notFound('The club has no such member.')
export const noSuchRequest = () => notFound('There is no such request, or it was decided.')
export const wasRemoved = () =>
  conflict('You were removed from this club. One of its owners can take that back, or invite you by email.')
const isNoMember = () => conflict('You are not a member of this club.')

const toChoices = ({ visible }: Club, asked: ClubJoin): members.Choices => ({
  displayName: asked.displayName ?? 'initial',
  isListed: asked.isListed ?? visible === 'public',
})

export function requireOpen({ isClosed }: Club): void {
  if (isClosed) throw conflict('This club takes no new members: it has no owner and no admin.')
}

/** With this user held. The pilot is told by email, with a link that ends the membership again. */
export async function addMember(
  { services, sql, nowMs, club }: ClubWork,
  actor: Actor,
  { approvedBy, ...asked }: ClubJoin & { approvedBy: string | null },
): Promise<void> {
  const { userId } = actor
  requireOpen(club)
  if (club.members >= MAX_MEMBERS)
    throw conflict(`This club has ${MAX_MEMBERS} members, the most there may be.`)
  await requireRoom(sql, userId)
  const choices = toChoices(club, asked)
  await members.beginStay(sql, nowMs, { ...choices, clubId: club.id, userId, role: 'member', approvedBy })
  await announceWidening(services, sql, actor, { kind: 'clubJoined', subject: club.name, undo: club.id })
}

/** Joins an open club, or asks to join one that decides. */
export async function joinClub(held: ClubWork, asked: ClubJoin): Promise<{ data: Club }> {
  const { club, role, actor } = held
  if (held.isRemoved) throw wasRemoved()
  if (role !== undefined) throw conflict('You are a member of this club already.')
  if (club.join === 'invitation') throw conflict('This club takes new members by invitation only.')
  if (club.join === 'open') await addMember(held, actor, { ...asked, approvedBy: null })
  else await request(held, asked)
  return readAgain(held)
}

async function request({ sql, nowMs, club, actor: { userId } }: ClubWork, asked: ClubJoin): Promise<void> {
  requireOpen(club)
  if (club.isRequested) return
  if ((await members.countRequests(sql, userId)) >= MAX_REQUESTS)
    throw conflict(`You have asked ${MAX_REQUESTS} clubs that have not decided yet, the most there may be.`)
  const row = {
    ...toChoices(club, asked),
    clubId: club.id,
    userId,
    role: 'member',
    approvedBy: null,
  } as const
  await members.insertRow(sql, nowMs, { ...row, state: 'requested' })
}

export async function approveRequest(held: ClubWork, id: string): Promise<void> {
  const { sql, club, actor } = held
  const found = await members.findPerson(sql, club.id, id)
  if (found?.state !== 'requested') throw noSuchRequest()
  const { userId, displayName, isListed } = found
  await addMember(held, { userId, by: byService }, { displayName, isListed, approvedBy: actor.userId })
}

/** A request is withdrawn in the same way. */
export async function leaveClub(held: ClubWork, withdrawn = false): Promise<void> {
  const { services, sql, nowMs, club, role, actor } = held
  const stay = { clubId: club.id, userId: actor.userId }
  if (role === undefined) {
    const isOwn = fragment`user_id = ${actor.userId} and state = 'requested'`
    if (await members.deleteRows(sql, club.id, isOwn)) return
    throw isNoMember()
  }
  if (club.members > 1) await keepOwner(held, role)
  else await setClosed(sql, nowMs, club.id, nowMs)
  if (role === 'owner' && club.members > 1)
    await tellOwners(held, 'clubOwnerRemoved', [await requireStay(held, held.memberId!)])
  await members.endStay(sql, stay)
  await services.endEntries(sql, { ...stay, withdrawn })
  await record(held, 'club_left')
}

async function keepOwner({ sql, club }: ClubWork, leaving: ClubRole): Promise<void> {
  if (leaving !== 'owner' || (await countOwners(sql, club.id)) > 1) return
  throw conflict('You are the last owner of this club: hand it over to another member first.')
}

export async function changeMembership(held: ClubWork, asked: MembershipChange): Promise<{ data: Club }> {
  const { services, sql, club, memberId, actor } = held
  if (memberId === undefined || !club.membership) throw isNoMember()
  const { displayName, isListed } = club.membership
  const chosen = { displayName, isListed, ...asked }
  await members.setChoices(sql, memberId, chosen)
  if (showsMore(displayName, chosen.displayName) || (chosen.isListed && !isListed)) {
    const undo: Chosen = { clubId: club.id, displayName, isListed }
    const widening = { kind: 'clubNameShown', subject: club.name, object: club.id, undo } as const
    await announceWidening(services, sql, actor, widening)
  }
  return readAgain(held)
}

/** Roles that a manager may give, take and remove. */
function requireAbove({ role }: ClubWork, roles: readonly ClubRole[]): void {
  if (role === 'owner' || roles.every((other) => other === 'reviewer' || other === 'member')) return
  throw insufficientRole('an owner of the club')
}

async function requireStay({ sql, club }: ClubWork, memberId: string): Promise<members.Person> {
  const stay = await members.findPerson(sql, club.id, memberId)
  if (stay?.state !== 'member') throw noSuchMember()
  return stay
}

export async function changeRole(held: ClubWork, memberId: string, role: ClubRole): Promise<void> {
  const stay = await requireStay(held, memberId)
  requireAbove(held, [stay.role, role])
  if (stay.role === role) return
  if (role !== 'owner') await keepOwner(held, stay.role)
  if (role === 'owner') await tellOwners(held, 'clubOwnerAdded', [stay])
  else if (stay.role === 'owner') await tellOwners(held, 'clubOwnerRemoved', [stay])
  await giveRole(held.sql, held.nowMs, stay, role)
}

/** A request is declined, and a removal taken back: from then on the pilot may ask or join as others do. */
export async function removePerson(held: ClubWork, id: string): Promise<void> {
  const state = (await members.findPerson(held.sql, held.club.id, id))?.state
  if (state === 'member') return removeMember(held, id)
  if (state !== 'requested' && state !== 'removed') throw noSuchMember()
  if (state === 'removed') requireAbove(held, ['owner'])
  await members.deleteRows(held.sql, held.club.id, fragment`id = ${id}`)
}

/** Until an owner takes it back, or invites the pilot by email. */
async function removeMember(held: ClubWork, memberId: string): Promise<void> {
  const stay = await requireStay(held, memberId)
  requireAbove(held, [stay.role])
  if (memberId === held.memberId) throw conflict('This is your own membership: leave the club instead.')
  if (stay.role === 'owner') await tellOwners(held, 'clubOwnerRemoved', [stay])
  const { services, sql, nowMs, actor } = held
  await members.remove(sql, nowMs, stay, actor.userId)
  await services.endEntries(sql, stay)
  await record(held, 'club_left', { userId: stay.userId, by: byService })
}

/** In one step, so there is always an owner: the former one stays as an admin. */
export async function handOver(held: ClubWork, memberId: string): Promise<{ data: Club }> {
  const { sql, nowMs } = held
  const stay = await requireStay(held, memberId)
  if (memberId === held.memberId) throw conflict('You are the owner already: name another member.')
  const own = await requireStay(held, held.memberId!)
  await tellOwners(held, 'clubHandedOver', [stay, own])
  if (stay.role !== 'owner') await giveRole(sql, nowMs, stay, 'owner')
  await giveRole(sql, nowMs, own, 'admin')
  return readAgain(held)
}

/** What was chosen before. */
export interface Chosen extends members.Choices {
  readonly clubId: string
}

/** For the links in the emails that told of it: they must not fail, or do anything a second time. */
export const undoJoining = (services: ClubServices, userId: string, clubId: string): Promise<void> =>
  asMember(services, userId, clubId, (club) => leaveClub(club))

export const undoChoices = (services: ClubServices, userId: string, { clubId, ...chosen }: Chosen) =>
  asMember(services, userId, clubId, async ({ sql, memberId }) => {
    if (memberId !== undefined) await members.setChoices(sql, memberId, chosen)
  })

async function asMember(
  services: ClubServices,
  userId: string,
  clubId: string,
  work: (club: ClubWork) => Promise<void>,
): Promise<void> {
  await inClub(services, { userId, by: byService }, clubId, work).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })
}
