// The pages for those who cannot sign in, or whose account somebody else has used.
import { sentence, type Slot } from '../../sentence.ts'
import { plural } from '../../plural.ts'

export const resetPassword = {
  forgotten: 'Reset your password',
  enterEmail: 'Enter the email address of your account. We will send you a link to choose a new password.',
  sendLink: 'Send link',
  sent: 'If this email address has an account, a link to choose a new password is on its way.',
  title: 'Choose a new password',
  signsOut: 'This signs you out in every browser.',
  button: 'Change password',
  changed: 'Your password has been changed. Sign in with the new one.',
}

export const mailedLinks = {
  checkInbox: 'Check your inbox',
  notThere: 'Nothing there after a few minutes? Check your spam folder.',
  expired: 'This link no longer works',
  workOnce: 'Links that we send by email work once and for a limited time.',
}

export const confirmEmail = {
  title: 'Confirm your email address',
  isItYours: (email: Slot) => sentence`Is ${email} your email address, and did you ask for this email?`,
  yes: 'Yes, confirm it',
  confirmed: 'Your email address is confirmed',
  isNow: (email: Slot) => sentence`${email} is now the email address of your account.`,
  openAccount: 'Open your account',
  youCanSignIn: 'Your email address is confirmed. You can sign in now.',
  enterEmail: 'Enter the email address of your account. We will send the confirmation email again.',
  resend: 'Resend email',
  sent: 'If this email address has an account that is not confirmed yet, a link is on its way.',
}

export const keepEmail = {
  takeBack: 'Take your account back',
  isAnother: (email: Slot) => sentence`The account that had the address ${email} has another one now.`,
  willTakeBack:
    'This gives it your address back, signs everybody out, cancels every link that was sent, and lets you choose a new password.',
  takeItBack: 'Take it back',
  keep: 'Keep your email address',
  someoneAsked: 'Someone asked to change the email address of your account.',
  willCancel: (email: Slot) => sentence`This cancels the change: the address stays ${email}.`,
  cancelChange: 'Cancel the change',
  isYours: 'The account is yours again',
  isBack: (email: Slot) => sentence`Its address is ${email} again. Everybody has been signed out.`,
  oldPasswordEnded: 'The old password no longer works. Choose a new one now.',
  isCancelled: 'The change is cancelled',
  stays: (email: Slot) => sentence`The address of your account stays ${email}.`,
  somebodyKnows: 'If you did not ask for this, somebody knows your password. Choose a new one now.',
}

export const undoFactor = {
  wasAdded: (name: Slot) =>
    sentence`Someone added ${name} to the second factors of your account. Was it not you?`,
  willRemove:
    'This removes it, signs everybody out, suspends other new second factors, and lets you choose a new password.',
  remove: 'Remove it',
  removed: 'It is removed',
  noLonger: (name: Slot) =>
    sentence`${name} no longer signs in to your account. Everybody has been signed out.`,
  otherEmail:
    'The account has another email address now. To get it back, open the link in the email that told you of that change.',
}

export const undoSharing = {
  undo: 'Undo it',
  wasChanged: 'Someone changed what others see of your flights. Was it not you?',
  willUndo: 'This restores what was before; flights that were shared together become private.',
  undone: 'It is undone',
  choosePassword: 'If somebody else changed it, they know your password. Choose a new one now.',
}

export const undoClubOwners = {
  undo: 'Undo it',
  wasChanged: 'Was this not agreed?',
  willUndo: 'Everyone concerned gets back the role they had before.',
  undone: 'It is undone',
  choosePassword: 'If someone did it in your name, they know your password. Choose a new one now.',
}

export const review = {
  title: 'What can act for your account',
  afterRecovery:
    'Your account was recovered. Someone else may have left something behind. What is new, from the week before the recovery or later, ends unless you keep it.',
  atAnyTime: 'All of this can act for your account without being signed in. End what you do not recognise.',
  othersSignedOut: 'Every other browser is signed out.',
  signsOutOthers: 'Ending also signs you out in every other browser.',
  apply: 'Apply these choices',
  keep: 'Keep',
  end: 'End',
  decideRest: 'Your choices are saved. Decide about what is left, too.',
  saved: 'Your choices are saved',
  ended: 'Ended',
  kept: 'Kept',
  again: 'You can review access again from your account at any time.',
  nothing: 'Nothing else can act for your account',
  nothingLong:
    'There are no keys, instruments, connected apps, applications of your own, webhooks or second factors, and no flight is shared.',
  /** Such as "created 3 days ago (2026-05-17)": `made` is one of those below. */
  age: (made: string, days: number, day: string) =>
    days < 1
      ? `${made} less than a day ago`
      : `${made} ${days === 1 ? 'one day' : `${days} days`} ago (${day})`,
  confirmedBy: (proof: string) => `confirmed by ${proof}`,
  suspended: 'suspended by the recovery',
  neverUsed: 'never used',
  lastUsed: (day: string) => `last used ${day}`,
  left: (codes: number) => `${codes} left`,
  /** The names are of the latest; `others` is how many more there are. */
  shared: (flights: number, names: string, others: number) =>
    `${flights} ${plural(flights, 'flight', 'flights')}: ${names}${others > 0 ? ` and ${others} more` : ''}`,
  newFlights: {
    unlisted: 'new flights are seen by everyone who has the link',
    public: 'new flights are seen by everyone',
  },
  kinds: {
    passkey: {
      title: 'Passkeys',
      made: 'added',
      ending: 'Ending removes them. They sign in without a password.',
    },
    authenticator: {
      title: 'Authenticator app',
      made: 'set up',
      ending: 'Ending removes it. You can set up yours again.',
    },
    recoveryCodes: {
      title: 'Recovery codes',
      made: 'made',
      ending: 'Ending deletes them. They also go with the last second factor.',
    },
    key: { title: 'API keys', made: 'created', ending: 'Ending revokes them.' },
    device: { title: 'Instruments that upload', made: 'added', ending: 'Ending removes them.' },
    pairing: {
      title: 'Instruments that are not connected yet',
      made: 'allowed',
      ending: 'Ending keeps them from connecting.',
    },
    consent: {
      title: 'Connected apps',
      made: 'last authorized',
      ending: 'Ending disconnects them: they lose access at once.',
    },
    application: {
      title: 'Your own applications',
      made: 'registered or changed',
      ending:
        'Ending disables them and deletes their secrets. Before you enable one again, check its redirect addresses; then rotate its secret.',
    },
    webhook: {
      title: 'Webhooks',
      made: 'registered or changed',
      ending: 'Ending disables them: nothing is sent to them any more.',
    },
    destination: {
      title: 'Destinations',
      made: 'added or changed',
      ending: 'Ending deletes them: no flights are sent there any more, and those that are there stay.',
    },
    sharing: {
      title: 'What others can see',
      made: 'shared or changed',
      ending: 'Ending makes all your flights private, new ones too, and ends their links.',
    },
    change: {
      title: 'Changes that others see',
      made: 'made',
      ending: 'Ending undoes them: everything is as it was before.',
    },
  },
  /** How somebody signed in or confirmed, as it is stored. */
  proofs: {
    password: 'password',
    passkey: 'passkey',
    'authenticator app': 'authenticator app',
    'recovery code': 'recovery code',
    code: 'code',
  },
  and: 'and',
}
