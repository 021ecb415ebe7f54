// Every email that accounts send.
import type { Message } from '#server/platform/mail/mail.ts'
import { emailsFor, type Reader, writeEmail } from '#server/platform/mail/write.ts'

/** A link to be mailed: not worth sending once it no longer works. */
export interface MailedLink {
  path: string
  usefulUntil: number
}

const toNewPassword = (baseUrl: string) => `${baseUrl}/forgot-password`

export function verificationMail(to: Reader, baseUrl: string, { path, usefulUntil }: MailedLink): Message {
  const { subject, text } = emailsFor(to).verification
  return { ...writeEmail(to, subject, text(baseUrl + path)), usefulUntil }
}

export function accountExistsMail(to: Reader, baseUrl: string): Message {
  const { subject, text } = emailsFor(to).accountExists
  return writeEmail(to, subject, text(`${baseUrl}/sign-in`, toNewPassword(baseUrl)))
}

export function finishSignUpMail(to: Reader, baseUrl: string, { path, usefulUntil }: MailedLink): Message {
  const { subject, text } = emailsFor(to).finishSignUp
  return { ...writeEmail(to, subject, text(baseUrl + path)), usefulUntil }
}

export function passwordResetMail(to: Reader, baseUrl: string, { path, usefulUntil }: MailedLink): Message {
  const { subject, text } = emailsFor(to).passwordReset
  return { ...writeEmail(to, subject, text(baseUrl + path)), usefulUntil }
}

export function emailInUseMail(to: Reader): Message {
  const { subject, text } = emailsFor(to).emailInUse
  return writeEmail(to, subject, text)
}

/** To the address that the account still has, when a change is asked for. */
export function emailChangeRequestedMail(
  to: Reader,
  newEmail: string,
  baseUrl: string,
  { path, usefulUntil }: MailedLink,
): Message {
  const { subject, text } = emailsFor(to).emailChangeRequested
  return {
    ...writeEmail(to, subject, text(newEmail, baseUrl + path, toNewPassword(baseUrl))),
    usefulUntil,
  }
}

/** To the address that the account had. */
export function emailChangedMail(
  to: Reader,
  newEmail: string,
  baseUrl: string,
  { path, usefulUntil }: MailedLink,
): Message {
  const { subject, text } = emailsFor(to).emailChanged
  return { ...writeEmail(to, subject, text(newEmail, baseUrl + path)), usefulUntil }
}

/** To the address that the account has again, and to the one that it no longer has. */
export function emailRestoredMail(to: Reader, email: string, baseUrl: string): Message {
  const { subject, text } = emailsFor(to).emailRestored
  return writeEmail(to, subject, text(email, toNewPassword(baseUrl)))
}

/** To anyone who signs up with an address that another account can still be given back. */
export function emailReservedMail(to: Reader): Message {
  const { subject, text } = emailsFor(to).emailReserved
  return writeEmail(to, subject, text)
}

export function passwordChangedMail(to: Reader, baseUrl: string): Message {
  const { subject, text } = emailsFor(to).passwordChanged
  return writeEmail(to, subject, text(toNewPassword(baseUrl)))
}

export interface NewDevice {
  /** Such as "Firefox on Linux"; null when the browser does not say. */
  browser: string | null
  address: string
  timeMs: number
}

export function newDeviceMail(to: Reader, baseUrl: string, { browser, address, timeMs }: NewDevice): Message {
  const { subject, text, unknownBrowser } = emailsFor(to).newDevice
  const activity = `${baseUrl}/app/settings/security`
  const time = writeTime(to, timeMs)
  return writeEmail(
    to,
    subject,
    text(browser ?? unknownBrowser, address, time, toNewPassword(baseUrl), activity),
  )
}

function writeTime({ language }: Reader, timeMs: number): string {
  const options = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(language ?? 'en', options).format(timeMs)} UTC`
}

/** A change in the protection of an account. */
export type FactorChange =
  | { kind: 'appAdded' | 'codesRenewed' | 'removedByOperator' }
  | { kind: 'passkeyAdded'; name: string }
  | { kind: 'appRemoved'; isLast: boolean }
  | { kind: 'passkeyRemoved'; name: string; isLast: boolean }

function describeChange(to: Reader, change: FactorChange): string {
  const words = emailsFor(to).secondFactor
  const what = 'name' in change ? words[change.kind](change.name) : words[change.kind]
  return 'isLast' in change && change.isLast ? `${what} ${words.passwordAlone}` : what
}

export function secondFactorMail(to: Reader, baseUrl: string, change: FactorChange): Message {
  const { subject, text } = emailsFor(to).secondFactor
  const factors = `${baseUrl}/app/settings/security`
  return writeEmail(to, subject, text(describeChange(to, change), toNewPassword(baseUrl), factors))
}

/** With a link that removes the factor again. */
export function factorAddedMail(
  to: Reader,
  baseUrl: string,
  change: FactorChange,
  { path, usefulUntil }: MailedLink,
): Message {
  const { subject, withUndo } = emailsFor(to).secondFactor
  return { ...writeEmail(to, subject, withUndo(describeChange(to, change), baseUrl + path)), usefulUntil }
}

/** After a review in which something was ended. */
export function accessReviewedMail(to: Reader, baseUrl: string, ended: readonly string[]): Message {
  const { subject, text } = emailsFor(to).accessReviewed
  const list = ended.map((name) => `- ${name}`).join('\n')
  return writeEmail(to, subject, text(list, toNewPassword(baseUrl)))
}

export function recoveryCodeUsedMail(to: Reader, baseUrl: string, left: number): Message {
  const { subject, text } = emailsFor(to).recoveryCodeUsed
  return writeEmail(to, subject, text(left, `${baseUrl}/app/settings/security`, toNewPassword(baseUrl)))
}
