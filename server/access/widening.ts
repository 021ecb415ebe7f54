// Changes that those concerned are told of, and can undo: first of all whatever shows others more of a pilot. The security log
// and an email tell of it, and the link in that email undoes it for seven days. The link is signed instead of stored: a thief
// with the session cannot end it. A session is asked for a recent proof before (`widens` of the operation).
import { type ServerTexts, textsIn } from '#language/server.ts'
import { type Reader, writeEmail } from '#server/platform/mail/write.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { isSigned, signText } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { recordChange } from './store.ts'
import { type By, recordSecurityEvent } from './security-log/store.ts'

/** By the words of their emails: those of the link's page, and the entries of the security log. */
const topics = {
  sharingWidened: { page: 'undoSharing', done: 'sharing_widened', undone: 'sharing_undone' },
  clubOwners: { page: 'undoClubOwners', done: 'club_owners_changed', undone: 'club_owners_restored' },
} as const

/** Each with its topic. */
const kinds = {
  zoneRemoved: 'sharingWidened',
  zoneNarrowed: 'sharingWidened',
  flightsShared: 'sharingWidened',
  newFlightsShared: 'sharingWidened',
  addressChosen: 'sharingWidened',
  profilePublished: 'sharingWidened',
  clubJoined: 'sharingWidened',
  clubInvited: 'sharingWidened',
  clubNameShown: 'sharingWidened',
  seasonEntered: 'sharingWidened',
  seasonNameShown: 'sharingWidened',
  clubHandedOver: 'clubOwners',
  clubOwnerAdded: 'clubOwners',
  clubOwnerRemoved: 'clubOwners',
} as const satisfies Record<string, keyof typeof topics>
export type WideningKind = keyof typeof kinds
export const wideningKinds = Object.keys(kinds) as WideningKind[]

/** The review knows these by `sharing`, which is about all flights. */
const ofFlights: readonly WideningKind[] = ['flightsShared', 'newFlightsShared']

export const topicOf = (kind: WideningKind) => topics[kinds[kind]]

/** Of the email and of the link's page. */
export function wordsOf(
  { emails }: Pick<ServerTexts, 'emails'>,
  { kind, subject }: Pick<Widening, 'kind' | 'subject'>,
) {
  const { changes, ...words } = emails[kinds[kind]]
  return { ...words, change: (changes as Record<WideningKind, (subject: string) => string>)[kind](subject) }
}

export interface Widening {
  readonly kind: WideningKind
  /** For the reader: the name of a zone, a number of flights, an address. */
  readonly subject: string
  /** All that its owner needs to undo it; part of a link, so it is short. Undefined where the reader is told alone. */
  readonly undo: unknown
  /** Of changes of the same object the review shows one, and puts back the state before the first; by default, `undo` names it. */
  readonly object?: string
}

export interface UndoableWidening extends Widening {
  readonly userId: string
  readonly at: number
}

/** How the feature that owns a kind undoes it; a second time changes nothing. */
export type Undo = (userId: string, undo: never) => Promise<void>
export type Undoers = Partial<Record<WideningKind, Undo>>

export const UNDO_PATH = '/undo-sharing'
const PURPOSE = 'undo-sharing'
const UNDO_MS = 7 * DAY_MS

/** For the review alone: what a pilot does often is told by no email. */
export async function rememberWidening(
  { now }: Pick<Services, 'now'>,
  sql: Sql,
  userId: string,
  { kind, subject, undo, object }: Widening,
): Promise<void> {
  if (undo === undefined || ofFlights.includes(kind)) return
  const state = JSON.stringify(undo)
  await recordChange(sql, now(), userId, { kind, object: object ?? state, subject, undo: state })
}

/** In the transaction of the change, where that is one. To whom it concerns, who need not be the actor. */
export async function announceWidening(
  services: Pick<Services, 'config' | 'mail' | 'now' | 'secret'>,
  sql: Sql,
  { userId, by }: { userId: string; by: By },
  widening: Widening,
): Promise<void> {
  const { config, mail, now, secret } = services
  const { kind, subject } = widening
  const event = { ...by, userId, kind: topicOf(kind).done }
  await recordSecurityEvent(sql, now(), { ...event, subject: `${kind} ${subject}`.trim() })
  await rememberWidening(services, sql, userId, widening)
  const [reader] = await sql<Reader>`select email, language from users where id = ${userId}`
  if (!reader) return
  const token = sign(secret, { ...widening, userId, at: now() })
  const link = widening.undo === undefined ? '' : `${config.baseUrl}${UNDO_PATH}?token=${token}`
  const words = wordsOf(textsIn(reader.language ?? 'en'), widening)
  const text = words.text(words.change, link, `${config.baseUrl}/forgot-password`)
  await mail.send(sql, { ...writeEmail(reader, words.subject, text), usefulUntil: now() + UNDO_MS })
}

function sign(secret: string, widening: UndoableWidening): string {
  const value = Buffer.from(JSON.stringify(widening)).toString('base64url')
  return `${value}.${signText(secret, PURPOSE, value)}`
}

/** Undefined when the link is not one of ours, or older than seven days. */
export function findUndoable(
  { now, secrets }: Pick<Services, 'now' | 'secrets'>,
  token: string,
): UndoableWidening | undefined {
  const [value = '', signature = ''] = token.split('.')
  if (!isSigned(secrets, PURPOSE, value, signature)) return undefined
  const widening = JSON.parse(Buffer.from(value, 'base64url').toString()) as UndoableWidening
  return widening.at > now() - UNDO_MS ? widening : undefined
}

/** Throws at the start where a kind has no owner, or two. */
export function requireUndoers(parts: readonly { readonly undoes?: Undoers }[]): Record<WideningKind, Undo> {
  const owners = wideningKinds.map((kind) => {
    const [undo, ...others] = parts.flatMap(({ undoes }) => undoes?.[kind] ?? [])
    if (!undo || others.length > 0) throw new Error(`To undo "${kind}" takes exactly one owner.`)
    return [kind, undo] as const
  })
  return Object.fromEntries(owners) as Record<WideningKind, Undo>
}
