import { getProfile } from '../../sdk/index.ts'
import { openAccount } from '../account/account.ts'
import { type Command, exitCodes } from '../command.ts'

export const whoami: Command = {
  about: 'Says who is signed in, and where.',
  words: '',
  options: { json: { type: 'boolean', about: 'as JSON' } },
  examples: ['cloudstreet whoami', 'cloudstreet whoami --json'],
  async run(given, { print, signal }) {
    const { client, account } = await openAccount({ maxAttempts: 3 })
    const profile = await getProfile(client, { signal })
    if (given.isSet('json')) print(JSON.stringify({ ...profile, url: account.baseUrl }))
    else print(`${profile.name ?? profile.id} at ${account.baseUrl}`)
    return exitCodes.done
  },
}
