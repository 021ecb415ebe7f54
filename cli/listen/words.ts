// Arguments of `listen` and `trigger`.
import { UsageError } from '../command.ts'

export const eventNames = ['flight.uploaded', 'flight.updated', 'flight.deleted', 'connection.ended'] as const
export type EventName = (typeof eventNames)[number]

export function readWebAddress(option: string, text: string): string {
  // localhost:3000/hook is what one types; alone it would be a URL of the protocol localhost:
  const address = /^https?:\/\//.test(text) ? text : `http://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.username || url.password)
    throw new UsageError(`--${option} must be a web address, not "${text}".`)
  url.hash = ''
  return url.href
}
