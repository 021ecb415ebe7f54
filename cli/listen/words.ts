// Arguments of commands about events.
import { type EventName, eventNames } from '../../contract/event-names.ts'
import { type Invocation, UsageError } from '../command.ts'

export function readWebAddress(option: string, text: string): string {
  // localhost:3000/hook is what one types; alone it would be a URL of the protocol localhost:
  const address = /^https?:\/\//.test(text) ? text : `http://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.username || url.password)
    throw new UsageError(`--${option} must be a web address, not "${text}".`)
  url.hash = ''
  return url.href
}

/** Separated by commas; undefined: all. */
export function readEvents(given: Invocation): EventName[] | undefined {
  return given
    .text('events')
    ?.split(',')
    .map((name) => requireEvent(name.trim()))
}

function requireEvent(word: string): EventName {
  const name = eventNames.find((known) => known === word)
  if (name !== undefined) return name
  throw new UsageError(`There is no event "${word}"; there are ${eventNames.join(', ')}.`)
}
