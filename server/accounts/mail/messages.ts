// The text of every mail that accounts send.
import type { Message } from '#server/platform/mail/mail.ts'

const SIGNATURE = '\n\nCloudstreet\n'

export function verificationMail(to: string, url: string): Message {
  return {
    to,
    subject: 'Confirm your email address for Cloudstreet',
    text:
      `Please confirm that this email address is yours:\n\n${url}\n\n` +
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

export function finishSignUpMail(to: string, url: string): Message {
  return {
    to,
    subject: 'Finish creating your Cloudstreet account',
    text:
      'There already is an account with this email address, but the address has not been confirmed yet. ' +
      `To use the account, choose a password here; this also confirms the address:\n\n${url}\n\n` +
      'The link works once, within one hour. If this was not you, ignore this email.' +
      SIGNATURE,
  }
}

export function passwordResetMail(to: string, url: string): Message {
  return {
    to,
    subject: 'Choose a new password for Cloudstreet',
    text:
      `Choose a new password here:\n\n${url}\n\n` +
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

export function emailChangedMail(to: string, newEmail: string): Message {
  return {
    to,
    subject: 'The email address of your Cloudstreet account was changed',
    text:
      `The email address of your account is now ${newEmail}. ` +
      'If this was not you, contact the people who run this service at once.' +
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
