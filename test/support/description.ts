// The OpenAPI description of a server: as it is, or with every reference replaced by what it refers to.
import type { Description } from '#contract/openapi/document.ts'
import { resolve } from '#contract/openapi/resolve.ts'
import type { TestServer } from './server.ts'

/** By the port: the address of the service may be one that a test has made up. */
export async function fetchDescription(
  server: TestServer,
  bodies: 'all' | 'one' = 'all',
): Promise<Description> {
  const address = `http://localhost:${server.environment.PORT}/api/v1/openapi.json?bodies=${bodies}`
  const response = await fetch(address)
  return (await response.json()) as Description
}

export async function fetchResolved(server: TestServer): Promise<Description> {
  const description = await fetchDescription(server)
  return resolve(description, description) as Description
}
