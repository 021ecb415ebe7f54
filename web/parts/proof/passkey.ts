// Passkeys in the browser: makes one, and has one prove who is signed in.
import { texts } from '../../language/texts.ts'
import { post, Problem } from '../api.ts'

export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** The new passkey, for the server to check. */
export async function createPasskey(): Promise<unknown> {
  requireSupport()
  const options = await post<PublicKeyCredentialCreationOptionsJSON>('/second-factors/passkeys/options')
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return toJson(await explain(() => navigator.credentials.create({ publicKey })))
}

export async function signWithPasskey(): Promise<unknown> {
  requireSupport()
  const options = await post<PublicKeyCredentialRequestOptionsJSON>('/second-factors/passkeys/request')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return toJson(await explain(() => navigator.credentials.get({ publicKey })))
}

function requireSupport(): void {
  if (!canUsePasskeys()) throw new Problem(0, 'passkey', texts.shell.noPasskeys)
}

function toJson(credential: Credential | null): unknown {
  return (credential as PublicKeyCredential).toJSON()
}

/** The browser's reasons in our words. */
async function explain<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    throw new Problem(0, 'passkey', explanationOf(error as Error))
  }
}

function explanationOf({ name, message }: Error): string {
  const { shell } = texts
  const reasons: Record<string, string> = {
    NotAllowedError: shell.passkeyCancelled,
    InvalidStateError: shell.passkeyExists,
    SecurityError: shell.passkeyNotHere,
  }
  return reasons[name] ?? message
}
