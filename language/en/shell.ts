// The frame around every page, its menus, and what all pages share.
import { plural } from '../plural.ts'

export const shell = {
  upload: 'Upload',
  compare: 'Compare',
  me: 'Me',
  publicProfile: 'Public profile',
  settings: 'Settings',
  operate: 'Operate',
  more: 'More',
  signOut: 'Sign out',
  notFound: 'Page not found',
  notFoundWhy: 'The link may be out of date, or the address mistyped.',
  openLogbook: 'Open the logbook',

  loading: 'Loading',
  tryAgain: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
  uploadFiles: 'Upload IGC files',
  chooseFiles: 'Choose files',
  igcFiles: 'IGC files',

  unreachable: 'The service cannot be reached. Check your connection and try again.',
  needsNetwork: 'This needs the network, and the service cannot be reached. Try again once you are online.',
  offline: (when: string) => `Offline: flights as of ${when}`,
  notOffline: 'This page needs the network',
  failed: (status: number) => `The service failed to answer (status ${status}). Try again in a moment.`,
  tooMany: (seconds: number) =>
    `Too many requests. Try again in ${seconds} ${plural(seconds, 'second', 'seconds')}.`,

  confirm: 'Confirm',
  confirmTitle: 'Confirm that it is you',
  confirmWhy: 'You signed in a while ago. Confirm that it is you to continue.',
  yourPassword: 'Your password',
  authenticatorCode: 'Code from your authenticator app',
  usePassword: 'Use a password instead',
  useCode: 'Use a code instead',
  usePasskey: 'Use a passkey',
  noPasskeys: 'This browser cannot use passkeys here.',
  passkeyCancelled: 'No passkey was used: the request was cancelled or timed out.',
  passkeyExists: 'This device already has a passkey for your account.',
  passkeyNotHere: 'Passkeys cannot be used at this address.',
}
