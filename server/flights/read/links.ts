// Link headers (RFC 8288) of lists: the same request, elsewhere in the list.
import type { FastifyReply, FastifyRequest } from 'fastify'

type Parameters = Readonly<Record<string, string | number | undefined>>

/** Relation -> the parameters that differ; undefined takes one away. */
export function setLinks(
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
  links: Readonly<Record<string, Parameters | undefined>>,
): void {
  const values = Object.entries(links).flatMap(([relation, parameters]) =>
    parameters ? `<${changeQuery(`${baseUrl}${request.url}`, parameters)}>; rel="${relation}"` : [],
  )
  if (values.length > 0) reply.header('link', values.join(', '))
}

function changeQuery(address: string, parameters: Parameters): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) url.searchParams.delete(name)
    else url.searchParams.set(name, String(value))
  }
  return url.href
}
