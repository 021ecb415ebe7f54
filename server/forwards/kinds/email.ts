// An email with the file, by the operator's mail server: to the pilot's own address, or to one whose reader has agreed by
// passing on a code. Otherwise this would be a way to have strangers mailed.
import { hash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { textsIn } from '#language/server.ts'
import { MAX_EMAIL_LENGTH, normaliseEmail } from '#server/platform/mail/address.ts'
import { equalInConstantTime } from '#server/platform/secrets.ts'
import { answerInstead, explain } from './answers.ts'
import { fields } from './fields.ts'
import type { Answer, Door, Kind, Outcome, Place } from './kind.ts'

const Settings = fields({
  to: Type.String({
    format: 'email',
    maxLength: MAX_EMAIL_LENGTH,
    description: 'The address that gets the flights.',
    examples: ['secretary@club.example'],
    'x-must-be': 'an email address',
  }),
})

const Credential = fields({
  code: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'The code that was mailed to the address and passed on by its reader.',
      examples: ['7Q2M-4KXD'],
    }),
  ),
})

type Target = Place<Static<typeof Settings>, Static<typeof Credential>>

const UNAUTHORISED = 401
export const NOT_WANTED = 'The reader of this address has ended your emails.'
const NOT_AGREED = 'The reader of this address has not agreed yet: enter the code that was mailed there.'

export const email: Kind<typeof Settings, typeof Credential> = {
  settings: Settings,
  credential: Credential,
  address: () => null,
  isLeague: false,
  doubles: 'message',
  deadlineDays: null,
  check: async (door, place) => {
    if (hasAgreed(door, place)) return { result: 'delivered' }
    if (place.isUnwanted) return { result: 'refused', words: NOT_WANTED }
    const { to } = place.settings
    // A wrong code is no reason to mail the address again.
    if (place.credential.code) return { result: 'credential', words: 'This is not the code.' }
    if (!(await place.mayAskReader?.(normaliseEmail(to)))) return { result: 'credential', words: NOT_AGREED }
    const { subject, text } = textsIn(place.language).forwardMail.consent
    const answer = await door.mail({
      to,
      subject,
      text: sign(text(place.pilotEmail ?? '', door.codeFor(normaliseEmail(to)), door.linkToEnd(to))),
      messageId: `forwards-${shorten(to)}`,
      replyTo: place.pilotEmail ?? undefined,
    })
    const outcome = classify(answer)
    return outcome.result === 'delivered' ? { result: 'credential', words: NOT_AGREED } : outcome
  },
  send: async (door, place, flight) => {
    if (!hasAgreed(door, place))
      return answerInstead(UNAUTHORISED, place.isUnwanted ? NOT_WANTED : NOT_AGREED)
    const { to } = place.settings
    const { subject, text } = textsIn(place.language).forwardMail.flight
    const pilot = flight.pilot ?? place.pilotEmail ?? ''
    return door.mail({
      to,
      subject: subject(pilot, flight.date),
      text: sign(text(pilot, flight.date, flight.fileName, door.linkToEnd(to))),
      attachment: { fileName: flight.fileName, bytes: flight.bytes },
      messageId: `${flight.id}-${shorten(to)}`,
      replyTo: place.pilotEmail ?? undefined,
    })
  },
  classify,
}

function hasAgreed(door: Door, { settings, credential, isUnwanted, pilotEmail }: Target): boolean {
  const to = normaliseEmail(settings.to)
  if (pilotEmail !== null && to === normaliseEmail(pilotEmail)) return true
  if (isUnwanted) return false
  const plain = (code = '') => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return credential.code !== undefined && equalInConstantTime(plain(credential.code), plain(door.codeFor(to)))
}

const sign = (text: string) => `${text}\n\nCloudstreet\n`
const shorten = (address: string) => hash('sha256', normaliseEmail(address)).slice(0, 16)

/** By the status of SMTP (RFC 5321 4.2): taken is not yet read. */
function classify(answer: Answer): Outcome {
  const { status, error } = answer
  if (status === UNAUTHORISED) return { result: 'credential', words: answer.body }
  if (status === null || status < 200) return { result: 'later', words: error ?? undefined }
  if (status < 300) return { result: 'delivered' }
  // 530 to 535: the mail server wants to know the operator, not the pilot. X.2.2 (RFC 3463): the mailbox is full.
  const isFull = /\b[45]\.2\.2\b/.test(answer.body)
  const isPassing = status < 500 || (status >= 530 && status <= 535) || isFull
  return explain(answer, isPassing ? 'later' : 'refused', answer.body || error || `answered ${status}`)
}
