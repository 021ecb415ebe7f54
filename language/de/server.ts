import type { server as English } from '../en/server.ts'
import { formats } from './formats.ts'
import { frame } from './frame.ts'
import { places } from './places.ts'
import { scopes } from './scopes.ts'
import { consent, decision, device, pairing, signOut } from './server/consent.ts'
import { emails } from './server/emails.ts'
import { failures, refusals } from './server/failures.ts'
import { landing } from './server/landing.ts'
import { privacy } from './server/privacy.ts'
import {
  authenticator,
  confirmEmail,
  keepEmail,
  mailedLinks,
  resetPassword,
  review,
  undoFactor,
} from './server/recovery.ts'
import { profile, sharedFlight } from './server/sharing.ts'
import { fields, passkey, problems, secondStep, signIn, signUp } from './server/sign-in.ts'

export const server: typeof English = {
  formats,
  frame,
  places,
  scopes,
  emails,
  failures,
  refusals,
  fields,
  signIn,
  signUp,
  passkey,
  secondStep,
  problems,
  resetPassword,
  mailedLinks,
  confirmEmail,
  keepEmail,
  undoFactor,
  review,
  authenticator,
  decision,
  consent,
  device,
  pairing,
  signOut,
  landing,
  privacy,
  sharedFlight,
  profile,
}
