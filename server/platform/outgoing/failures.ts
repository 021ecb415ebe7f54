// Why a request to somebody else's server has failed, for people to read.
import { ForbiddenAddressError } from './addresses.ts'

export function describeTimeout(timeoutMs: number): string {
  return `no answer within ${timeoutMs / 1000} s`
}

const errorTexts: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'connection timed out',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name could not be resolved for now',
  ETIMEOUT: 'the name servers did not answer in time',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate chain is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate could not be verified',
  CERT_HAS_EXPIRED: 'certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate is for another host name',
}

export function describeFailure(error: unknown): string {
  if (error instanceof ForbiddenAddressError) return 'address not allowed'
  const { code = '', errors } = error as { code?: string; errors?: { code?: string }[] }
  // When several addresses were tried, the first error stands for all.
  const known = errorTexts[code] ?? errorTexts[errors?.[0]?.code ?? '']
  if (known) return known
  return code.startsWith('HPE_')
    ? 'the answer is not valid HTTP'
    : `connection failed${code ? ` (${code})` : ''}`
}

/** With its cause, which says more where `fetch` says that it has failed. */
export function explainFailure({ message, cause }: Error): string {
  return `${message}${cause instanceof Error ? ` (${cause.message})` : ''}`
}
