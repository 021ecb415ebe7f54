// A client_id that is an address: draft-ietf-oauth-client-id-metadata-document, "Client Identifier".
import { hasPlainHost } from '../redirect-uri.ts'

const MAX_LENGTH = 500

/**
 * Whether a client_id is the address of a document: https, with a path, in the one form in which a URL parser writes it. So
 * there are no dots to resolve, no second spelling of a host, and a host of another alphabet is in punycode.
 */
export function isDocumentAddress(clientId: string): boolean {
  if (!clientId.startsWith('https://') || clientId.length > MAX_LENGTH) return false
  const url = URL.parse(clientId)
  if (url?.href !== clientId || url.pathname === '/' || !hasPlainHost(clientId)) return false
  return !/[?#\\]/.test(clientId) && url.username === '' && url.password === '' && !clientId.includes('@')
}

/** The name a person may know it by. */
export function toHost(documentUrl: string): string {
  return new URL(documentUrl).host
}
