import { signOut } from '../../sdk/index.ts'
import { findAccount, forgetAccount, toApplication } from '../account/account.ts'
import { type Command, exitCodes } from '../command.ts'

export const logout: Command = {
  about: 'Signs you out: ends the tokens, and forgets the credential.',
  words: '',
  options: {},
  examples: ['cloudstreet logout'],
  async run(_given, terminal) {
    const account = await findAccount()
    if (!account) {
      terminal.say('You are not signed in.')
      return exitCodes.done
    }
    // A key may be in use elsewhere: it stays valid.
    if (account.clientId !== undefined) await signOut(toApplication(account, account.clientId))
    await forgetAccount(account)
    terminal.print('Signed out.')
    return exitCodes.done
  },
}
