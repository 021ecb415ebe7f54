// What is written to users by mail, and how it leaves: after the answer, so that no answer tells whether mail was sent.
import type { Message } from '#server/platform/mail/mail.ts'
import type { Services } from '#server/platform/services.ts'

const SIGNATURE = '\n\nCloudstreet\n'

export function verificationLetter(to: string, url: string): Message {
  return {
    to,
    subject: 'Confirm your address for Cloudstreet',
    text:
      `Please confirm that this address is yours:\n\n${url}\n\n` +
      'The link works once, for one day. If you did not ask for it, ignore this mail: nothing happens without you.' +
      SIGNATURE,
  }
}

export function existingAccountLetter(to: string, baseUrl: string): Message {
  return {
    to,
    subject: 'You have a Cloudstreet account already',
    text:
      'Somebody, perhaps you, wanted to make an account with this address. There is one already, and it was not changed.\n\n' +
      `Sign in: ${baseUrl}/sign-in\nForgotten the password: ${baseUrl}/forgot-password\n\n` +
      'If it was not you, there is nothing to do.' +
      SIGNATURE,
  }
}

export function unconfirmedAccountLetter(to: string, url: string): Message {
  return {
    to,
    subject: 'Finish your Cloudstreet account',
    text:
      'There is an account with this address already, but nobody has confirmed that the address is his. ' +
      `If you want it, choose a password here; that confirms the address too:\n\n${url}\n\n` +
      'The link works once, for one hour. If it was not you, ignore this mail.' +
      SIGNATURE,
  }
}

export function resetLetter(to: string, url: string): Message {
  return {
    to,
    subject: 'Choose a new password for Cloudstreet',
    text:
      `Choose a new password here:\n\n${url}\n\n` +
      'The link works once, for one hour. If you did not ask for it, ignore this mail: your password stays.' +
      SIGNATURE,
  }
}

export function addressInUseLetter(to: string): Message {
  return {
    to,
    subject: 'Your Cloudstreet address was asked for',
    text:
      'The owner of another Cloudstreet account wanted to change its address to this one. ' +
      'It belongs to your account, so nothing was changed.' +
      SIGNATURE,
  }
}

export function addressChangedLetter(to: string, newAddress: string): Message {
  return {
    to,
    subject: 'The address of your Cloudstreet account was changed',
    text:
      `Your account now has the address ${newAddress}. ` +
      'If it was not you, tell the people who run this service at once.' +
      SIGNATURE,
  }
}

export function passwordChangedLetter(to: string, baseUrl: string): Message {
  return {
    to,
    subject: 'Your Cloudstreet password was changed',
    text:
      'The password of your account was changed, and every other session was ended. ' +
      `If it was not you, choose a new one at once: ${baseUrl}/forgot-password` +
      SIGNATURE,
  }
}

export interface Background {
  /** Starts the work and does not wait for it; a fault is logged. */
  start(work: () => Promise<void>): void
  /** Waits for everything that was started. */
  settle(): Promise<void>
}

export function createBackground({ log }: Pick<Services, 'log'>): Background {
  const running = new Set<Promise<void>>()
  return {
    start: (work) => {
      const task = work()
        .catch((error: unknown) => log.error({ err: error }, 'a mail could not be sent'))
        .finally(() => running.delete(task))
      running.add(task)
    },
    settle: async () => {
      await Promise.all(running)
    },
  }
}
