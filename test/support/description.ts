// The OpenAPI description of a server: as it is, or with every reference replaced by what it refers to.
import type { Components, Description } from '#contract/openapi/document.ts'
import { resolve } from '#contract/openapi/resolve.ts'
import type { TestServer } from './server.ts'

/** All that is described: our own operations, and what instruments and apps speak to other services. */
export async function fetchDescription(
  server: TestServer,
  bodies: 'all' | 'one' = 'all',
): Promise<Description> {
  const own = await fetchPart(server, `/api/v1/openapi.json?part=all&bodies=${bodies}`)
  const dialects = await fetchPart(server, `/api/dialects/openapi.json?bodies=${bodies}`)
  const kinds = Object.keys(own.components) as (keyof Components)[]
  const components = kinds.map((kind) => [kind, { ...own.components[kind], ...dialects.components[kind] }])
  const paths = { ...own.paths }
  for (const [path, operations] of Object.entries(dialects.paths))
    paths[path] = { ...paths[path], ...operations }
  const tags = [...own.tags, ...dialects.tags]
  return { ...own, tags, paths, components: Object.fromEntries(components) as Components }
}

/** By the port: the address of the service may be one that a test has made up. */
export async function fetchPart(server: TestServer, path: string): Promise<Description> {
  const response = await fetch(`http://localhost:${server.environment.PORT}${path}`)
  return (await response.json()) as Description
}

export async function fetchResolved(server: TestServer): Promise<Description> {
  const description = await fetchDescription(server)
  return resolve(description, description) as Description
}
