// The pages on which a pilot allows what an application or a device asks for, and the end of a session.
import { sentence, type Slot } from '../../sentence.ts'

export const decision = {
  allow: 'Allow',
  deny: 'Deny',
  nothingAllowed: 'Nothing was allowed',
  startAgain: 'Go back to the application or device and start again.',
  tickOne: 'Tick at least one, or choose Deny.',
  signedInAs: (email: Slot) => sentence`Signed in as ${email}.`,
  notYou: 'Not you?',
  connectedApps: 'Connected apps',
  disconnect: (connectedApps: Slot) => sentence`You can disconnect it at any time under ${connectedApps}.`,
}

export const consent = {
  title: (name: string) => `Allow ${name}?`,
  either: (place: Slot) => sentence`Either way you return to ${place}.`,
  appHere: (place: Slot) => sentence`an app on this device, ${place}`,
  programHere: (place: Slot) => sentence`a program on this computer, ${place}`,
  moved: (name: string, before: Slot, now: Slot) =>
    sentence`You have allowed ${name} before, but it returned you to ${before}. Now it wants to return you to ${now}. Allow this only if you trust that address.`,
  program: (host: Slot) =>
    sentence`A program on this computer says that it is from ${host}, which cannot be checked.`,
  builtIn: 'It comes with this service. The program cloudstreet, on a computer of yours.',
  by: (owner: string) => `An application by ${owner}`,
  unnamedUser: 'an unnamed user of this service',
  application: (id: string) => `application ${id}`,
  notRegistered: 'Not registered here.',
  onlyAddress: (address: Slot) =>
    sentence`Nobody has checked this application: all that is known of it is its address, ${address}.`,
  selfRegistered: 'Registered itself.',
  onlyReturn: (address: Slot) =>
    sentence`Nobody has checked this application or its name: all that is known of it is where it returns you to, ${address}.`,
  callsItself: (name: string) => `It calls itself “${name}”.`,
  onlyIfStarted: 'Allow it only if you have just started it yourself.',
  onlyIfKnown: 'Allow it only if you know that address, and came from there.',
  asksTo: (name: string) => `${name} asks to`,
  untick: 'Untick what it should not do.',
  cannotBeUndone: 'This cannot be undone.',
  unsafe: 'This link does not work',
  tellDeveloper:
    'Nothing was allowed, and you were not redirected. Please tell the developer of the application.',
}

export const device = {
  title: 'Connect a device',
  hint: 'Your device shows a code of eight letters.',
  code: 'Code',
  continue: 'Continue',
  unknown:
    'No device is waiting with this code. Check your device again: a code works for a few minutes only.',
  tooMany: 'Too many codes were tried in a short time. Wait a few minutes, then try again.',
  connect: (name: string) => `Connect ${name}?`,
  showsCode: 'Does your device show this code?',
  care: 'Allow this only if you started it yourself, on a device in front of you. Cloudstreet will never send you a code.',
  requestedFrom: 'Requested from',
  unknownAddress: 'an unknown address',
  requestedAt: 'Requested at',
  justNow: 'just now',
  minutesAgo: (minutes: number) => (minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`),
  identifiesAs: 'Identifies as',
  connected: 'Connected',
  denied: 'Denied',
  isConnected: (name: string) => `${name} is connected`,
  isNotConnected: (name: string) => `${name} was not connected`,
  goBack: 'You can go back to your device.',
  nothingAllowed: 'Nothing was allowed.',
}

export const pairing = {
  title: 'Pair an instrument',
  hint: 'Your instrument shows a code of six characters.',
  unknown: 'No device is waiting with this code. Check your device again: a code works for ten minutes only.',
  pair: 'Pair this instrument?',
  showsCode: 'Does your instrument show this code?',
  itMay: 'It may',
  uploadOnly: 'upload flights to your account, and nothing else',
  care: 'Allow this only if you started it yourself, on an instrument in front of you. Cloudstreet will never send you a code.',
  name: 'Name',
  pairedDevice: 'Paired device',
  paired: 'Paired',
  isPaired: (name: string) => `${name} is paired`,
  nothingPaired: 'Nothing was paired',
  goBack: 'You can go back to your instrument.',
  remove: (devices: Slot) => sentence`You can remove it at any time under ${devices}.`,
  devices: 'Devices',
}

export const signOut = {
  title: 'Sign out?',
  asks: (who: Slot, email: Slot) =>
    sentence`${who} asks to sign you out of Cloudstreet. You are signed in as ${email}.`,
  aLink: 'A link',
  wouldStay: 'You would stay here.',
  thenTo: (place: Slot) => sentence`Then you go to ${place}.`,
  button: 'Sign out',
  stay: 'Stay signed in',
  signedOut: 'Signed out',
  youAreSignedOut: 'You are signed out',
  again: 'Sign in again',
  continueTo: (place: string) => `Continue to ${place}`,
}
