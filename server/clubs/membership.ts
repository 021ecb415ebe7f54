// Joining, leaving, roles. Each change holds the club: its last owner cannot go in two requests at once.
import type { Club, ClubDecision, ClubJoin, ClubRole, MembershipChange } from '#contract/clubs/clubs.ts'
import { byService, recordSecurityEvent } from '#server/access/security-log/store.ts'
import { announceWidening } from '#server/access/widening.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { ApiError, notFound } from '#server/platform/errors.ts'
import {
  type Actor,
  type ClubServices,
  conflict,
  inClub,
  managers,
  requireClub,
  requireRole,
  requireRoom,
} from './club.ts'
import * as members from './members-store.ts'
import { closeClub, type SeenClub } from './store.ts'

export const MAX_MEMBERS = 5_000
const MAX_REQUESTS = 20

export const noSuchMember = () => notFound('The club has no such member.')
export const noSuchRequest = () => notFound('There is no such request, or it was decided.')
const isMember = () => conflict('You are a member of this club already.')

type Joined = Pick<Club, 'id' | 'name' | 'visible' | 'members' | 'isClosed'>

const toChoices = ({ visible }: Pick<Club, 'visible'>, asked: ClubJoin): members.Choices => ({
  shownAs: asked.shownAs ?? 'initial',
  isListed: asked.isListed ?? visible === 'public',
})

/** With the club and the user held. The pilot is told by email, with a link that ends the membership again. */
export async function addMember(
  services: ClubServices,
  sql: Sql,
  club: Joined,
  { userId, by }: Actor,
  { approvedBy, ...choices }: ClubJoin & { approvedBy: string | null },
): Promise<void> {
  if (club.isClosed) throw conflict('This club takes no new members: it has no owner and no admin.')
  if (club.members >= MAX_MEMBERS)
    throw conflict(`This club has ${MAX_MEMBERS} members, the most there may be.`)
  await requireRoom(sql, userId)
  const stay = { ...toChoices(club, choices), clubId: club.id, userId, role: 'member', approvedBy } as const
  await members.beginStay(sql, services.now(), stay)
  const widening = { kind: 'clubJoined', subject: club.name, undo: club.id } as const
  await announceWidening(services, sql, { userId, by }, widening)
}

/** Joins an open club, or asks to join one that decides. */
export function joinClub(
  services: ClubServices,
  actor: Actor,
  clubId: string,
  asked: ClubJoin,
): Promise<Club> {
  const { userId } = actor
  return inClub(services, actor, clubId, async (sql, { club, role }) => {
    if (role !== undefined) throw isMember()
    if (club.join === 'invitation') throw conflict('This club takes new members by invitation only.')
    if (club.join === 'open') await addMember(services, sql, club, actor, { ...asked, approvedBy: null })
    else await request(services, sql, club, userId, asked)
    return (await requireClub(sql, userId, club.id)).club
  })
}

async function request(
  { now }: ClubServices,
  sql: Sql,
  club: Club,
  userId: string,
  asked: ClubJoin,
): Promise<void> {
  if (club.isClosed) throw conflict('This club takes no new members: it has no owner and no admin.')
  if (club.isRequested) return
  if ((await members.countRequests(sql, userId)) >= MAX_REQUESTS)
    throw conflict(`You have asked ${MAX_REQUESTS} clubs that have not decided yet, the most there may be.`)
  await members.insertRequest(sql, now(), { ...toChoices(club, asked), clubId: club.id, userId })
}

export async function decideRequest(
  services: ClubServices,
  actor: Actor,
  clubId: string,
  requestId: string,
  { decision }: ClubDecision,
): Promise<void> {
  const { club, ...standing } = await requireClub(services.db.sql, actor.userId, clubId)
  requireRole(standing, managers)
  const asking = await members.findRequest(services.db.sql, club.id, requestId)
  if (!asking) throw noSuchRequest()
  const decide = async (sql: Sql, seen: SeenClub) => {
    requireRole(seen, managers)
    const request = await members.findRequest(sql, club.id, requestId)
    if (!request) throw noSuchRequest()
    const { userId, ...choices } = request
    if (decision === 'decline') await members.deleteRequest(sql, club.id, userId)
    else
      await addMember(
        services,
        sql,
        seen.club,
        { userId, by: byService },
        { ...choices, approvedBy: actor.userId },
      )
  }
  await inClub(services, actor, club.id, decide, { holdsUser: asking.userId })
}

/** A request is withdrawn in the same way. */
export function leaveClub(services: ClubServices, actor: Actor, clubId: string): Promise<void> {
  const { userId, by } = actor
  return inClub(services, actor, clubId, async (sql, { club, memberId, role }) => {
    if (memberId === undefined || role === undefined) {
      if (await members.deleteRequest(sql, club.id, userId)) return
      throw conflict('You are not a member of this club.')
    }
    if (club.members > 1) await keepOwner(sql, club.id, role)
    else await closeClub(sql, services.now(), club.id)
    await members.endStay(sql, services.now(), { id: memberId, userId, clubId: club.id })
    await recordSecurityEvent(sql, services.now(), { ...by, userId, kind: 'club_left', subject: club.name })
  })
}

async function keepOwner(sql: Sql, clubId: string, leaving: ClubRole): Promise<void> {
  if (leaving !== 'owner' || (await members.countStays(sql, { clubId, role: 'owner' })) > 1) return
  throw conflict('You are the last owner of this club: hand it over to another member first.')
}

export function changeMembership(
  services: ClubServices,
  actor: Actor,
  clubId: string,
  { isMain, ...asked }: MembershipChange,
): Promise<Club> {
  const { userId } = actor
  return inClub(services, actor, clubId, async (sql, { club, memberId }) => {
    if (memberId === undefined || !club.membership) throw conflict('You are not a member of this club.')
    const { shownAs, isListed } = { ...club.membership, ...asked }
    await members.setChoices(sql, memberId, { shownAs, isListed })
    if (isMain === true && !club.membership.isMain) {
      await members.endMain(sql, services.now(), userId)
      await members.beginMain(sql, services.now(), { userId, clubId: club.id })
    }
    if (isMain === false) await members.endMain(sql, services.now(), userId, club.id)
    return (await requireClub(sql, userId, club.id)).club
  })
}

/** Roles that one role may give, take and remove. */
const below: Record<ClubRole, readonly ClubRole[]> = {
  owner: ['owner', 'admin', 'reviewer', 'member'],
  admin: ['reviewer', 'member'],
  reviewer: [],
  member: [],
}

function requireAbove(seen: SeenClub, roles: readonly ClubRole[]): void {
  const own = requireRole(seen, managers)
  if (roles.every((role) => below[own].includes(role))) return
  throw new ApiError(403, 'insufficient_role', 'Only an owner of the club may do this.')
}

export function changeRole(
  services: ClubServices,
  actor: Actor,
  clubId: string,
  { memberId, role }: { memberId: string; role: ClubRole },
): Promise<void> {
  return inClub(services, actor, clubId, async (sql, seen) => {
    requireRole(seen, managers)
    const stay = await members.findStay(sql, seen.club.id, memberId)
    if (!stay) throw noSuchMember()
    requireAbove(seen, [stay.role, role])
    if (role !== 'owner') await keepOwner(sql, seen.club.id, stay.role)
    await giveRole(services, sql, seen.club.name, stay, role)
  })
}

/** The pilot sees in the security log that the role is another one. */
export async function giveRole(
  { now }: Pick<ClubServices, 'now'>,
  sql: Sql,
  clubName: string,
  stay: members.Stay,
  role: ClubRole,
): Promise<void> {
  await members.setRole(sql, stay.id, role)
  const event = { ...byService, userId: stay.userId, kind: 'club_role_changed' } as const
  await recordSecurityEvent(sql, now(), { ...event, subject: `${clubName} (${role})` })
}

export function removeMember(
  services: ClubServices,
  actor: Actor,
  clubId: string,
  memberId: string,
): Promise<void> {
  return inClub(services, actor, clubId, async (sql, seen) => {
    requireRole(seen, managers)
    const stay = await members.findStay(sql, seen.club.id, memberId)
    if (!stay) throw noSuchMember()
    requireAbove(seen, [stay.role])
    if (stay.userId === actor.userId) throw conflict('This is your own membership: leave the club instead.')
    await members.endStay(sql, services.now(), { ...stay, clubId: seen.club.id })
    const event = { ...byService, userId: stay.userId, kind: 'club_left', subject: seen.club.name } as const
    await recordSecurityEvent(sql, services.now(), event)
  })
}

/** In one step, so there is always an owner: the former one stays as an admin. */
export function handOver(
  services: ClubServices,
  actor: Actor,
  clubId: string,
  memberId: string,
): Promise<Club> {
  return inClub(services, actor, clubId, async (sql, seen) => {
    requireRole(seen, ['owner'])
    const stay = await members.findStay(sql, seen.club.id, memberId)
    if (!stay || seen.memberId === undefined) throw noSuchMember()
    if (stay.id === seen.memberId) throw conflict('You are the owner already: name another member.')
    await giveRole(services, sql, seen.club.name, stay, 'owner')
    await giveRole(
      services,
      sql,
      seen.club.name,
      { ...stay, id: seen.memberId, userId: actor.userId },
      'admin',
    )
    return (await requireClub(sql, actor.userId, seen.club.id)).club
  })
}

/** For the link in the email that told of it: it must not fail, or do anything a second time. */
export async function undoJoining(services: ClubServices, userId: string, clubId: string): Promise<void> {
  await leaveClub(services, { userId, by: byService }, clubId).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })
}
