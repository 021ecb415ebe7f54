// Links that let pilots into a club, and the emails that carry them. Membership begins with the pilot's yes, never before.
import type {
  Club,
  ClubInvitationAcceptance,
  ClubOffer,
  CreatedClubInvitation,
  InvitedReport,
  NewClubInvitation,
} from '#contract/clubs/clubs.ts'
import { notFound } from '#server/platform/errors.ts'
import { emailsFor, type Reader, writeEmail } from '#server/platform/mail/write.ts'
import { createLinkToken, hashSecret } from '#server/platform/secrets.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { readAddresses } from './addresses.ts'
import {
  type Actor,
  type ClubServices,
  conflict,
  type ClubWork,
  inClub,
  readAgain,
  record,
  requireClub,
} from './club.ts'
import * as store from './invitations-store.ts'
import { addMember, requireOpen } from './membership.ts'

const DEFAULT_DAYS = 14
const DEFAULT_USES = 30
const MAX_OPEN = 1_000
/** Emails that one account may have sent to addresses of others. */
const MAX_SENT_A_DAY = 200

export const noSuchInvitation = () => notFound('This invitation has ended, or was used up.')

async function makeInvitation(
  { services, sql, nowMs, club, actor }: ClubWork,
  asked: { email: string | null; days: number; maxUses: number },
): Promise<CreatedClubInvitation> {
  const token = createLinkToken()
  const made = await store.insertInvitation(sql, nowMs, {
    ...asked,
    clubId: club.id,
    hash: hashSecret(token),
    createdBy: actor.userId,
    expiresAt: nowMs + asked.days * DAY_MS,
  })
  return { ...made, url: `${services.config.baseUrl}/app/clubs/join/${token}` }
}

export async function createInvitation(
  held: ClubWork,
  { days = DEFAULT_DAYS, maxUses = DEFAULT_USES }: NewClubInvitation,
): Promise<CreatedClubInvitation> {
  await requireSpace(held, 1)
  await record(held, 'club_invitation_created')
  return makeInvitation(held, { email: null, days, maxUses })
}

async function requireSpace({ sql, nowMs, club }: ClubWork, more: number): Promise<void> {
  requireOpen(club)
  if ((await store.countOpen(sql, club.id, nowMs)) + more > MAX_OPEN)
    throw conflict(`A club has ${MAX_OPEN} open invitations at most: end some first.`)
}

export async function endInvitation({ sql, club }: ClubWork, id: string): Promise<void> {
  if (!(await store.endInvitation(sql, club.id, id))) throw noSuchInvitation()
}

async function requireInvitation({ db, now }: ClubServices, hash: string): Promise<store.OpenInvitation> {
  const open = await store.findOpen(db.sql, now(), hash)
  if (!open) throw noSuchInvitation()
  return open
}

export async function openInvitation(
  services: ClubServices,
  userId: string,
  token: string,
): Promise<ClubOffer> {
  const { clubId, expiresAt } = await requireInvitation(services, hashSecret(token))
  const { club } = await requireClub(services.db.sql, userId, clubId, 'invited')
  const { name, handle, country, visible, members, membership } = club
  const endsAt = new Date(expiresAt).toISOString()
  return { name, handle, country, visible, members, endsAt, isMember: membership !== null }
}

/** A member's second yes uses nothing up. */
export async function acceptInvitation(
  services: ClubServices,
  actor: Actor,
  { token, ...choices }: ClubInvitationAcceptance,
): Promise<{ data: Club }> {
  const hash = hashSecret(token)
  const { clubId, createdBy } = await requireInvitation(services, hash)
  const accept = async (held: ClubWork) => {
    if (held.role === undefined) {
      if (!(await store.useInvitation(held.sql, held.nowMs, hash))) throw noSuchInvitation()
      await addMember(held, actor, { ...choices, approvedBy: createdBy })
    }
    return readAgain(held)
  }
  return inClub(services, actor, clubId, accept, { reach: 'invited' })
}

/** One email to each address. The answer is the same for addresses with an account and without, of members and of others. */
export async function inviteAddresses(held: ClubWork, csv: string): Promise<InvitedReport> {
  const { services, sql, nowMs, actor } = held
  const { addresses, problems } = readAddresses(csv)
  if (!services.mail.isConfigured)
    throw conflict('This installation sends no email: create an invitation link, and pass it on.')
  const inviter = await store.findAccount(sql, { id: actor.userId })
  if (!inviter?.isVerified) throw conflict('Confirm your own email address first.')
  const left = MAX_SENT_A_DAY - (await store.countSent(sql, actor.userId, nowMs - DAY_MS))
  if (addresses.length > left)
    throw conflict(
      `You may invite ${MAX_SENT_A_DAY} addresses a day; ${Math.max(0, left)} are left. No email was sent.`,
    )
  await requireSpace(held, addresses.length)
  for (const email of addresses) await sendInvitation(held, email, inviter)
  if (addresses.length > 0) await record(held, 'club_invitation_created')
  return { sent: addresses.length, problems }
}

/** In the language of the account with this address, or else in the inviter's. */
async function sendInvitation(
  held: ClubWork,
  email: string,
  inviter: Pick<Reader, 'language'>,
): Promise<void> {
  const { services, sql, club } = held
  const { url, endsAt } = await makeInvitation(held, { email, days: DEFAULT_DAYS, maxUses: 1 })
  const account = await store.findAccount(sql, { email })
  const to = { email, language: account?.language ?? inviter.language }
  const { clubInvitation } = emailsFor(to)
  const text = clubInvitation.text(club.name, url, endsAt.slice(0, 10))
  const usefulUntil = Date.parse(endsAt)
  await services.mail.send(sql, { ...writeEmail(to, clubInvitation.subject, text), usefulUntil })
}
