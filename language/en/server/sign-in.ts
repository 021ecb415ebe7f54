// The pages for signing in and up.
import { sentence, type Slot } from '../../sentence.ts'

export const fields = {
  optional: 'optional',
  name: 'Name',
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  currentPassword: 'Current password',
  yourPassword: 'Your password',
  passwordHint: (least: number) => `At least ${least} characters. A few words together are easy to remember.`,
  code: 'Code',
}

export const signIn = {
  title: 'Sign in',
  toContinue: (application: Slot) =>
    sentence`to continue to ${application}. You decide next what it may see and do.`,
  forgotPassword: 'Forgot your password?',
  resend: 'Resend the confirmation email',
  back: 'Back to sign-in',
  done: 'Signed in',
  youAreSignedIn: 'You are signed in',
  continue: 'Continue',
  wrong: 'Wrong email or password.',
  wrongOrUnconfirmed: 'Wrong email or password. If your account is new, confirm its email address first.',
  tooMany: (minutes: number) =>
    `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
}

export const passkey = {
  button: 'Sign in with a passkey',
  needsScript: 'Your passkey needs JavaScript; a recovery code does not.',
  noneUsed: 'No passkey was used. Try again, or sign in another way.',
  cannotBeUsed: 'Passkeys cannot be used at this address.',
  tooMany: 'Too many attempts. Try again later.',
  expired: 'This sign-in has expired. Sign in again.',
  notAccepted: 'This passkey was not accepted.',
}

export const signUp = {
  title: 'Create an account',
  lead: 'Keep your flights, get them scored, and decide which apps can see them.',
  keeps: (flight: string) => `${flight} goes into your logbook.`,
  button: 'Create account',
  signInInstead: 'Already have an account? Sign in',
  closed: 'Sign-up is closed',
  askForOne: 'You cannot create an account here yourself. Ask the people who run this service for one.',
  almostThere: 'Almost there',
  sent: (email: Slot) => sentence`We sent an email to ${email}. Open the link in it, then sign in.`,
  notThere: (sendAgain: Slot) =>
    sentence`Nothing there after a few minutes? Check your spam folder, or ${sendAgain}.`,
  sendAgain: 'send it again',
  nowSignIn: (email: Slot) =>
    sentence`Now sign in with ${email}. If that address had an account already, its password is still the one it had.`,
}

export const secondStep = {
  title: 'Second factor',
  passwordRight: 'Your password is right. Use your passkey now.',
  codeHint: 'The six digits that your authenticator app shows.',
  recoveryCode: 'Recovery code',
  recoveryCodeHint: 'One of the codes shown when you set up the second factor. Each works once.',
  useApp: 'Use your authenticator app',
  usePasskey: 'Use your passkey',
  useRecoveryCode: 'Use a recovery code',
  somebodyElse: 'Sign in as somebody else',
  wrongCode: 'This code is wrong, or it has been used before.',
  expired: 'This sign-in has expired, or too many codes were wrong. Sign in again.',
}

/** Mistakes in typed input. */
export const problems = {
  email: 'This is not a valid email address.',
  nameTooLong: (most: number) => `The name is longer than ${most} characters.`,
  nameUnreadable: 'The name contains characters that cannot be displayed.',
  nameInvisible:
    'The name contains characters that cannot be displayed: control characters, direction marks or invisible ones.',
  nameOfService: 'The name looks like Cloudstreet, the name of this service itself; choose another one.',
  passwordTooShort: (least: number) => `Choose a password with at least ${least} characters.`,
  passwordTooLong: (most: number) => `Choose a password with at most ${most} characters.`,
  passwordCommon: 'This is one of the most common passwords. Choose a different one.',
  passwordIsEmail: 'Do not use your email address as your password.',
}
