// Links that let pilots into a club, and the emails that carry them. Membership begins with the pilot's yes, never before.
import type {
  Club,
  ClubInvitationAcceptance,
  ClubOffer,
  CreatedClubInvitation,
  InvitedReport,
  NewClubInvitation,
} from '#contract/clubs/clubs.ts'
import { recordSecurityEvent } from '#server/access/security-log/store.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { createId } from '#server/platform/ids.ts'
import { emailsFor, type Reader, writeEmail } from '#server/platform/mail/write.ts'
import { createLinkToken, hashSecret } from '#server/platform/secrets.ts'
import { DAY_MS } from '#server/platform/time.ts'
import {
  type Actor,
  type ClubServices,
  conflict,
  inClub,
  managers,
  requireClub,
  requireRole,
} from './club.ts'
import * as store from './invitations-store.ts'
import { readAddresses } from './addresses.ts'
import { addMember } from './membership.ts'
import { findOffered, holdClub, holdUser } from './store.ts'

const DEFAULT_DAYS = 14
const DEFAULT_USES = 30
const MAX_OPEN = 1_000
/** Emails that one account may have sent to addresses of others. */
export const MAX_SENT_A_DAY = 200

export const noSuchInvitation = () => notFound('This invitation has ended, or was used up.')

interface Making {
  readonly clubId: string
  readonly email: string | null
  readonly days: number
  readonly maxUses: number
}

async function makeInvitation(
  { config, now }: ClubServices,
  sql: Sql,
  { userId }: Actor,
  { clubId, email, days, maxUses }: Making,
): Promise<CreatedClubInvitation> {
  const token = createLinkToken()
  const [createdAt, expiresAt] = [now(), now() + days * DAY_MS]
  const id = createId(createdAt)
  const times = { createdAt, expiresAt }
  const made = { ...times, id, clubId, email, maxUses, hash: hashSecret(token), createdBy: userId }
  await store.insertInvitation(sql, made)
  return {
    id,
    email,
    maxUses,
    uses: 0,
    url: `${config.baseUrl}/app/clubs/join/${token}`,
    endsAt: new Date(expiresAt).toISOString(),
    dateCreated: new Date(createdAt).toISOString(),
  }
}

export function createInvitation(
  services: ClubServices,
  actor: Actor,
  clubId: string,
  { days = DEFAULT_DAYS, maxUses = DEFAULT_USES }: NewClubInvitation,
): Promise<CreatedClubInvitation> {
  return inClub(services, actor, clubId, async (sql, seen) => {
    requireRole(seen, managers)
    await requireOpen(services, sql, seen.club, 1)
    const asked = { clubId: seen.club.id, email: null, days, maxUses }
    const made = await makeInvitation(services, sql, actor, asked)
    await recordInvitation(services, sql, actor, seen.club)
    return made
  })
}

async function requireOpen({ now }: ClubServices, sql: Sql, club: Club, more: number): Promise<void> {
  if (club.isClosed) throw conflict('This club takes no new members: it has no owner and no admin.')
  if ((await store.countInvitations(sql, club.id, now())) + more > MAX_OPEN)
    throw conflict(`A club has ${MAX_OPEN} open invitations at most: end some first.`)
}

async function recordInvitation({ now }: ClubServices, sql: Sql, { userId, by }: Actor, club: Club) {
  const event = { ...by, userId, kind: 'club_invitation_created', subject: club.name } as const
  await recordSecurityEvent(sql, now(), event)
}

export function endInvitation(
  services: ClubServices,
  actor: Actor,
  clubId: string,
  id: string,
): Promise<void> {
  return inClub(services, actor, clubId, async (sql, seen) => {
    requireRole(seen, managers)
    if (!(await store.endInvitation(sql, seen.club.id, id))) throw noSuchInvitation()
  })
}

export async function openInvitation(
  { db, now }: ClubServices,
  userId: string,
  token: string,
): Promise<ClubOffer> {
  const open = await store.findOpen(db.sql, now(), hashSecret(token))
  const offered = open && (await findOffered(db.sql, userId, open.clubId))
  if (!offered) throw noSuchInvitation()
  const { closedAt: _closedAt, ...club } = offered
  return { ...club, endsAt: new Date(open.expiresAt).toISOString() }
}

/** A member's second yes uses nothing up. */
export function acceptInvitation(
  services: ClubServices,
  actor: Actor,
  { token, ...choices }: ClubInvitationAcceptance,
): Promise<Club> {
  const { db, now } = services
  const { userId } = actor
  return db.transaction(async (sql) => {
    const open = await store.findOpen(sql, now(), hashSecret(token))
    if (!open || !(await holdUser(sql, userId)) || !(await holdClub(sql, open.clubId)))
      throw noSuchInvitation()
    const offered = await findOffered(sql, userId, open.clubId)
    if (offered && !offered.isMember) {
      if (!(await store.useInvitation(sql, now(), hashSecret(token)))) throw noSuchInvitation()
      const club = { ...offered, id: open.clubId, isClosed: offered.closedAt !== null }
      await addMember(services, sql, club, actor, { ...choices, approvedBy: open.createdBy })
    }
    return (await requireClub(sql, userId, open.clubId)).club
  })
}

/** One email to each address. The answer is the same for addresses with an account and without, of members and of others. */
export function inviteAddresses(
  services: ClubServices,
  actor: Actor,
  clubId: string,
  csv: string,
): Promise<InvitedReport> {
  const { mail, now } = services
  const { addresses, problems } = readAddresses(csv)
  if (!mail.isConfigured)
    throw conflict('This installation sends no email: create an invitation link, and pass it on.')
  return inClub(services, actor, clubId, async (sql, seen) => {
    requireRole(seen, managers)
    const inviter = await store.findInviter(sql, actor.userId)
    if (!inviter?.isVerified) throw conflict('Confirm your own email address first.')
    const left = MAX_SENT_A_DAY - (await store.countSent(sql, actor.userId, now() - DAY_MS))
    if (addresses.length > left)
      throw conflict(
        `You may invite ${MAX_SENT_A_DAY} addresses a day; ${Math.max(0, left)} are left. No email was sent.`,
      )
    await requireOpen(services, sql, seen.club, addresses.length)
    for (const email of addresses) await sendInvitation(services, sql, actor, seen.club, { email, inviter })
    if (addresses.length > 0) await recordInvitation(services, sql, actor, seen.club)
    return { sent: addresses.length, problems }
  })
}

/** In the language of the account with this address, or else in the inviter's. */
async function sendInvitation(
  services: ClubServices,
  sql: Sql,
  actor: Actor,
  club: Club,
  { email, inviter }: { email: string; inviter: store.Inviter },
): Promise<void> {
  const asked = { clubId: club.id, email, days: DEFAULT_DAYS, maxUses: 1 }
  const { url, endsAt } = await makeInvitation(services, sql, actor, asked)
  const to: Reader = { email, language: (await store.findLanguage(sql, email)) ?? inviter.language }
  const { clubInvitation } = emailsFor(to)
  const text = clubInvitation.text(club.name, url, endsAt.slice(0, 10))
  const usefulUntil = Date.parse(endsAt)
  await services.mail.send(sql, {
    ...writeEmail(to, clubInvitation.subject, text),
    usefulUntil,
  })
}
