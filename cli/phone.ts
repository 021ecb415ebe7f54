// A sign-in on a phone: a QR code to scan, or a code to type.
import { renderUnicodeCompact } from 'uqr'
import { type Application, startDeviceLogin } from '../sdk/index.ts'
import type { Terminal } from './command.ts'

/** The tokens are in the application's store afterwards. */
export async function signInByPhone(
  application: Application,
  scope: string,
  { say, signal }: Terminal,
): Promise<void> {
  const started = await startDeviceLogin(application, { scope, signal })
  say(...renderUnicodeCompact(started.verificationUriComplete).split('\n'))
  say(`Scan it, or open ${started.verificationUri} and enter ${started.userCode}`)
  await started.wait(signal)
}
