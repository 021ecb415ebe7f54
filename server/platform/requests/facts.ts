// Facts about a request once it has been answered, for its line in the log and the metrics.
import type { FastifyRequest } from 'fastify'

export interface RequestFacts {
  /** The code of the error that was answered. */
  error?: string
  user?: string
  /** Its id, never its secret. */
  credential?: string | undefined
  application?: string | undefined
  /** For an upload: milliseconds by part. */
  parts?: Readonly<Record<string, number>>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The facts noted so far; most requests have none. */
    facts: RequestFacts | undefined
  }
}

export function noteFacts(request: FastifyRequest, facts: RequestFacts): void {
  request.facts = { ...request.facts, ...facts }
}

/** The caller, as far as the features have found out. */
export type DescribeCaller = (request: FastifyRequest) => RequestFacts | undefined
