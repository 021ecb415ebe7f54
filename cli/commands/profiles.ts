import { findAccount } from '../account/account.ts'
import { chooseProfile, listProfiles } from '../account/places.ts'
import { type Command, exitCodes } from '../command.ts'
import { toTable } from '../terminal/table.ts'

const WITHOUT_NAME = '(default)'

export const profiles: Command = {
  about: 'Lists the accounts that are signed in: each profile has a sign-in by itself.',
  words: '',
  options: { json: { type: 'boolean', about: 'as JSON' } },
  examples: ['cloudstreet profiles', 'cloudstreet profiles --json'],
  async run(given, terminal) {
    const found: { profile: string; url: string }[] = []
    for (const name of [undefined, ...(await listProfiles())]) {
      chooseProfile(name)
      const account = await findAccount()
      if (account) found.push({ profile: name ?? WITHOUT_NAME, url: account.baseUrl })
    }
    if (given.isSet('json')) terminal.print(JSON.stringify(found))
    else if (found.length === 0)
      terminal.print('Nobody is signed in. cloudstreet login --profile NAME makes a profile.')
    else
      terminal.print(
        ...toTable(
          ['profile', 'at'],
          found.map(({ profile, url }) => [profile, url]),
        ),
      )
    return exitCodes.done
  },
}
