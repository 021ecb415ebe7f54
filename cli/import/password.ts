// A password for this run alone: from the environment, or typed where it is not shown. It is kept nowhere.
import { type Terminal, UsageError } from '../command.ts'

export async function readPassword(host: string, { say, signal }: Terminal): Promise<string> {
  const { CLOUDSTREET_FROM_PASSWORD: given } = process.env
  if (given) return given
  const input = process.stdin
  if (!input.isTTY)
    throw new UsageError('There is no terminal to ask for the password: set CLOUDSTREET_FROM_PASSWORD.')
  // First, so nothing typed after the question is shown.
  input.setRawMode(true)
  say(`Your password at ${host} (not shown, not kept):`)
  let typed = ''
  try {
    for await (const chunk of input.iterator({ destroyOnReturn: false })) {
      for (const character of String(chunk)) {
        if (character === '\r' || character === '\n') return typed
        if (character === '\u0003' || character === '\u0004') throw new Error('Stopped.')
        typed = character === '\u007F' || character === '\b' ? typed.slice(0, -1) : typed + character
      }
      signal.throwIfAborted()
    }
    return typed
  } finally {
    input.setRawMode(false)
    input.pause()
  }
}
