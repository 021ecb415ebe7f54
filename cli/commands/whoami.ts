import { type Client, getProfile, InsufficientScopeError, type Profile } from '../../sdk/index.ts'
import { openAccount } from '../account/account.ts'
import { type Command, exitCodes } from '../command.ts'

export const whoami: Command = {
  about: 'Says who is signed in, and where.',
  words: '',
  options: { json: { type: 'boolean', about: 'as JSON' } },
  examples: ['cloudstreet whoami', 'cloudstreet whoami --json'],
  async run(given, terminal) {
    const { print, signal } = terminal
    const { client, account } = await openAccount(terminal.say, { maxAttempts: 3 })
    const profile = await findProfile(client, signal)
    if (given.isSet('json')) print(JSON.stringify({ ...profile, url: account.baseUrl }))
    else if (profile) print(`${profile.name ?? profile.id} at ${account.baseUrl}`)
    else
      print(
        `Signed in at ${account.baseUrl} with a key that lacks profile:read: it does not say whose it is.`,
      )
    return exitCodes.done
  },
}

async function findProfile(client: Client, signal: AbortSignal): Promise<Profile | undefined> {
  try {
    return await getProfile(client, { signal })
  } catch (error) {
    // A key need not have profile:read.
    if (error instanceof InsufficientScopeError) return undefined
    throw error
  }
}
