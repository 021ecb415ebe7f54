// The text of every mail that accounts send.
import type { Message } from '#server/platform/mail/mail.ts'

const SIGNATURE = '\n\nCloudstreet\n'

/** A link to be mailed: not worth sending once it no longer works. */
export interface MailedLink {
  path: string
  usefulUntil: number
}

export function verificationMail(to: string, baseUrl: string, { path, usefulUntil }: MailedLink): Message {
  return {
    to,
    usefulUntil,
    subject: 'Confirm your email address for Cloudstreet',
    text:
      `Please confirm that this email address is yours:\n\n${baseUrl}${path}\n\n` +
      'The link works once, within one day. If you did not ask for it, ignore this email: nothing will change.' +
      SIGNATURE,
  }
}

export function accountExistsMail(to: string, baseUrl: string): Message {
  return {
    to,
    subject: 'You already have a Cloudstreet account',
    text:
      'Someone, perhaps you, tried to create an account with this email address. ' +
      'You already have one, and it has not been changed.\n\n' +
      `Sign in: ${baseUrl}/sign-in\nForgot your password? ${baseUrl}/forgot-password\n\n` +
      'If this was not you, you do not need to do anything.' +
      SIGNATURE,
  }
}

export function finishSignUpMail(to: string, baseUrl: string, { path, usefulUntil }: MailedLink): Message {
  return {
    to,
    usefulUntil,
    subject: 'Finish creating your Cloudstreet account',
    text:
      'There already is an account with this email address, but the address has not been confirmed yet. ' +
      `To use the account, choose a password here; this also confirms the address:\n\n${baseUrl}${path}\n\n` +
      'The link works once, within one hour. If this was not you, ignore this email.' +
      SIGNATURE,
  }
}

export function passwordResetMail(to: string, baseUrl: string, { path, usefulUntil }: MailedLink): Message {
  return {
    to,
    usefulUntil,
    subject: 'Choose a new password for Cloudstreet',
    text:
      `Choose a new password here:\n\n${baseUrl}${path}\n\n` +
      'The link works once, within one hour. If you did not ask for it, ignore this email: your password stays the same.' +
      SIGNATURE,
  }
}

export function emailInUseMail(to: string): Message {
  return {
    to,
    subject: 'Someone tried to use your email address on Cloudstreet',
    text:
      'The owner of another Cloudstreet account asked to change its email address to this one. ' +
      'The address belongs to your account, so nothing has been changed.' +
      SIGNATURE,
  }
}

/** To the address that the account still has, when a change is asked for. */
export function emailChangeRequestedMail(
  to: string,
  newEmail: string,
  baseUrl: string,
  { path, usefulUntil }: MailedLink,
): Message {
  return {
    to,
    usefulUntil,
    subject: 'Your Cloudstreet email address is about to change',
    text:
      `Someone who is signed in to your account asked to change its email address to ${newEmail}. ` +
      'If this was you, you do not need to do anything here.\n\n' +
      `If it was not you, keep your address:\n\n${baseUrl}${path}\n\n` +
      'The link cancels the change. It still works for seven days after the change: then it gives your account this ' +
      'address back and signs everybody out. Someone else knows your password, so choose a new one: ' +
      `${baseUrl}/forgot-password` +
      SIGNATURE,
  }
}

/** To the address that the account had. */
export function emailChangedMail(
  to: string,
  newEmail: string,
  baseUrl: string,
  { path, usefulUntil }: MailedLink,
): Message {
  return {
    to,
    usefulUntil,
    subject: 'The email address of your Cloudstreet account was changed',
    text:
      `The email address of your account is now ${newEmail}. ` +
      'If this was you, you do not need to do anything here.\n\n' +
      `If it was not you, take your account back:\n\n${baseUrl}${path}\n\n` +
      'The link works for seven days. It gives the account this address back, signs everybody out and lets you choose ' +
      'a new password.' +
      SIGNATURE,
  }
}

/** To the address that the account has again, and to the one that it no longer has. */
export function emailRestoredMail(to: string, email: string, baseUrl: string): Message {
  return {
    to,
    subject: 'A change of email address was undone on Cloudstreet',
    text:
      `The account has its email address ${email} back. Everybody was signed out, every link that was sent before no ` +
      `longer works, and you need to choose a new password: ${baseUrl}/forgot-password` +
      SIGNATURE,
  }
}

/** To anyone who signs up with an address that another account can still be given back. */
export function emailReservedMail(to: string): Message {
  return {
    to,
    subject: 'Your email address cannot be used on Cloudstreet yet',
    text:
      'Someone, perhaps you, wanted to use this email address for a Cloudstreet account. Until a few days ago it was ' +
      'the address of another account, which can still reclaim it. Try again in a week.' +
      SIGNATURE,
  }
}

export function passwordChangedMail(to: string, baseUrl: string): Message {
  return {
    to,
    subject: 'Your Cloudstreet password was changed',
    text:
      'The password of your account was changed, and every other session was signed out. ' +
      `If this was not you, choose a new password at once: ${baseUrl}/forgot-password` +
      SIGNATURE,
  }
}

/** `where` tells the browser, the IP address and the time. */
export function newDeviceMail(to: string, baseUrl: string, where: string): Message {
  return {
    to,
    subject: 'Your Cloudstreet account was used on a new device',
    text:
      `Somebody signed in to your account in a browser that has not been used for it before: ${where}. ` +
      'If this was you, you do not need to do anything.\n\n' +
      `If it was not you, choose a new password at once: ${baseUrl}/forgot-password\n` +
      `Then review the security activity: ${baseUrl}/app/account/sessions` +
      SIGNATURE,
  }
}

/** Whatever changes how the account is protected: `what` is a sentence. */
export function secondFactorMail(to: string, baseUrl: string, what: string): Message {
  return {
    to,
    subject: 'The second factors of your Cloudstreet account have changed',
    text:
      `${what}\n\n` +
      `If this was not you, choose a new password at once: ${baseUrl}/forgot-password\n` +
      `Then check which factors are set up: ${baseUrl}/second-factor` +
      SIGNATURE,
  }
}

/** `what` is a sentence about the factor that was added. */
export function factorAddedMail(
  to: string,
  baseUrl: string,
  what: string,
  { path, usefulUntil }: MailedLink,
): Message {
  return {
    to,
    usefulUntil,
    subject: 'The second factors of your Cloudstreet account have changed',
    text:
      `${what}\n\n` +
      `If this was not you, remove it and take your account back:\n\n${baseUrl}${path}\n\n` +
      'The link works for seven days. It signs everybody out, suspends whatever second factors are as new, and lets you ' +
      'choose a new password.' +
      SIGNATURE,
  }
}

/** After a review in which something was ended. */
export function accessReviewedMail(
  to: string,
  baseUrl: string,
  ended: readonly { readonly name: string }[],
): Message {
  return {
    to,
    subject: 'You have reviewed the access to your Cloudstreet account',
    text:
      `No longer able to act for your account:\n\n${ended.map(({ name }) => `- ${name}`).join('\n')}\n\n` +
      `If this was not you, choose a new password at once: ${baseUrl}/forgot-password` +
      SIGNATURE,
  }
}

export function recoveryCodeUsedMail(to: string, baseUrl: string, left: number): Message {
  return {
    to,
    subject: 'A recovery code of your Cloudstreet account was used',
    text:
      'One of your recovery codes was used in place of the second factor. ' +
      `${left === 1 ? 'One code is' : `${left === 0 ? 'No' : left} codes are`} left; ` +
      `you can make new ones: ${baseUrl}/second-factor\n\n` +
      `If this was not you, choose a new password at once: ${baseUrl}/forgot-password` +
      SIGNATURE,
  }
}
