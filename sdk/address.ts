// Checks the address of the service: one without a scheme would be misread, and fail much later.
import { CloudstreetError } from './errors.ts'

export function requireAddress(address: string | URL): URL {
  if (address instanceof URL) return address
  const url = /^https?:\/\/[^/]/i.test(address) && URL.canParse(address) ? new URL(address) : undefined
  if (url) return url
  throw new CloudstreetError(
    `baseUrl must be an address such as https://cloudstreet.example, not "${address}".`,
  )
}

/** Keys, ids and secrets that were never set are refused where they are given, not by the service. */
export function requireText(name: string, text: string | undefined): string {
  if (text !== undefined && /^\S+$/.test(text)) return text
  const problem = text === undefined || text.trim() === '' ? 'is empty' : 'holds blanks or line ends'
  throw new CloudstreetError(`The ${name} ${problem}.`)
}
