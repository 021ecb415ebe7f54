// Links that let pilots into a club, and the emails that carry them. Membership begins with the pilot's yes, never before.
import type {
  Club,
  ClubInvitationAcceptance,
  ClubOffer,
  CreatedClubInvitation,
  InvitedReport,
  NewClubInvitation,
} from '#contract/clubs/clubs.ts'
import { rememberWidening } from '#server/access/widening.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import { isEmail, normaliseEmail } from '#server/platform/mail/address.ts'
import { emailsFor, type Reader, writeEmail } from '#server/platform/mail/write.ts'
import { createLinkToken, hashSecret } from '#server/platform/secrets.ts'
import { DAY_MS } from '#server/platform/time.ts'
import {
  type Actor,
  type ClubServices,
  type ClubWork,
  inClub,
  readAgain,
  record,
  requireClub,
} from './club.ts'
import * as store from './invitations-store.ts'
import { addMember, requireOpen, wasRemoved } from './membership.ts'

const DEFAULT_DAYS = 14
const DEFAULT_USES = 30
const MAX_OPEN = 1_000
/** Emails that one account may have sent to addresses of others. */
const MAX_SENT_A_DAY = 200
const NEW_CLUB_MS = 7 * DAY_MS
const MAX_SENT_BY_NEW_CLUB = 20
/** Emails that one address gets, of all clubs. */
const MAX_RECEIVED_A_DAY = 3

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
  await note(held)
  return makeInvitation(held, { email: null, days, maxUses })
}

export interface Invited {
  readonly clubId: string
  readonly from: number
}

/** The review after a recovery ends all that were made since. */
async function note(held: ClubWork): Promise<void> {
  const { services, sql, nowMs, club, actor } = held
  await record(held, 'club_invitation_created')
  const undo: Invited = { clubId: club.id, from: nowMs }
  const widening = { kind: 'clubInvited', subject: club.name, object: club.id, undo } as const
  await rememberWidening(services, sql, actor.userId, widening)
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
      if (held.isRemoved && !(await store.isInvitedBack(held.sql, actor.userId, hash))) throw wasRemoved()
      if (!(await store.useInvitation(held.sql, held.nowMs, hash))) throw noSuchInvitation()
      await addMember(held, actor, { ...choices, approvedBy: createdBy })
    }
    return readAgain(held)
  }
  return inClub(services, actor, clubId, accept, { reach: 'invited' })
}

/**
 * One email to each address, unless this club has sent one that may still be used. The answer is the same for addresses with
 * an account and without, of members and of others, and for those to which other clubs have written enough today.
 */
export async function inviteAddresses(held: ClubWork, asked: readonly string[]): Promise<InvitedReport> {
  const { services, sql, nowMs, actor, club } = held
  if (!services.mail.isConfigured)
    throw conflict('This installation sends no email: create an invitation link, and pass it on.')
  const inviter = await store.findAccount(sql, { id: actor.userId })
  if (!inviter?.isVerified) throw conflict('Confirm your own email address first.')
  const addresses = [...new Set(asked.map(normaliseEmail))]
  const earlier = await store.listSent(sql, addresses, nowMs - DEFAULT_DAYS * DAY_MS)
  const own = new Set(earlier.flatMap(({ email, clubId }) => (clubId === club.id ? [email] : [])))
  const invited = addresses.filter((address) => isEmail(address) && !own.has(address))
  await requireSendable(held, invited.length)
  await requireSpace(held, invited.length)
  const today = Map.groupBy(
    earlier.filter(({ sentAt }) => sentAt > nowMs - DAY_MS),
    ({ email }) => email,
  )
  for (const email of invited) {
    const { url, endsAt } = await makeInvitation(held, { email, days: DEFAULT_DAYS, maxUses: 1 })
    if ((today.get(email)?.length ?? 0) < MAX_RECEIVED_A_DAY)
      await sendInvitation(held, email, inviter, { url, endsAt })
  }
  if (invited.length > 0) await note(held)
  const leftOut = addresses
    .filter((address) => !invited.includes(address))
    .map((address) => ({ address, problem: own.has(address) ? INVITED_ALREADY : NO_ADDRESS }))
  return { sent: invited.length, leftOut }
}

const NO_ADDRESS = 'This is not an email address.'
const INVITED_ALREADY = `This address was invited within the last ${DEFAULT_DAYS} days.`

async function requireSendable({ sql, nowMs, club, actor }: ClubWork, more: number): Promise<void> {
  const sinceMs = nowMs - DAY_MS
  const isNew = Date.parse(club.dateCreated) > nowMs - NEW_CLUB_MS
  const caps = [
    ['You may invite', { userId: actor.userId }, MAX_SENT_A_DAY],
    ...(isNew
      ? ([['A club in its first week may invite', { clubId: club.id }, MAX_SENT_BY_NEW_CLUB]] as const)
      : []),
  ] as const
  for (const [who, by, max] of caps) {
    const left = Math.max(0, max - (await store.countSent(sql, by, sinceMs)))
    if (more > left) throw conflict(`${who} ${max} addresses a day; ${left} are left. No email was sent.`)
  }
}

/** In the language of the account with this address, or else in the inviter's. */
async function sendInvitation(
  { services, sql, club }: ClubWork,
  email: string,
  inviter: Reader,
  { url, endsAt }: Pick<CreatedClubInvitation, 'url' | 'endsAt'>,
): Promise<void> {
  const account = await store.findAccount(sql, { email })
  const to = { email, language: account?.language ?? inviter.language }
  const { clubInvitation } = emailsFor(to)
  const text = clubInvitation.text(club.name, inviter.email, url, endsAt.slice(0, 10))
  const usefulUntil = Date.parse(endsAt)
  await services.mail.send(sql, { ...writeEmail(to, clubInvitation.subject, text), usefulUntil })
}
