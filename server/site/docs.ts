// The documentation page at /docs, generated from the OpenAPI description: no script, no other host.
import { resolve } from '#contract/openapi/resolve.ts'
import { html, sendPage } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import { addGuidePages, readGuides } from './guides.ts'

interface Schema {
  $ref?: string
  title?: string
  type?: string | string[]
  description?: string
  examples?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

interface Operation {
  summary?: string
  description?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>
}

interface Description {
  info: { version: string; description: string }
  tags?: { name: string }[]
  paths: Record<string, Record<string, Operation>>
}

interface Endpoint {
  path: string
  method: string
  operation: Operation
}

interface Group {
  name: string
  endpoints: Endpoint[]
}

export function addDocsPages(app: App): void {
  addGuidePages(app)
  app.get('/docs', { schema: { hide: true } }, async (_request, reply) => {
    const whole = app.swagger() as never
    const description = resolve(whole, whole) as Description
    const groups = groupByTag(description)
    return sendPage(reply, {
      title: 'API documentation',
      width: 'wide',
      body: html`
        <h1>Cloudstreet API ${description.info.version}</h1>
        <p>${description.info.description}</p>
        <p>The same for machines: <a href="/api/v1/openapi.json">openapi.json</a></p>
        <nav class="card" aria-label="Guides">
          <h2>Guides</h2>
          <ul>
            ${readGuides().map(({ name, title }) => html`<li><a href=${`/docs/guide/${name}`}>${title}</a></li>`)}
          </ul>
        </nav>
        <nav class="card" aria-label="Endpoints">${groups.map(listGroup)}</nav>
        ${groups.flatMap((group) => group.endpoints.map(describeEndpoint))}
      `,
    })
  })
}

function groupByTag({ tags = [], paths }: Description): Group[] {
  const endpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return tags
    .map(({ name }) => ({
      name,
      endpoints: endpoints.filter(({ operation }) => operation.tags?.[0] === name),
    }))
    .filter((group) => group.endpoints.length > 0)
}

function listGroup({ name, endpoints }: Group) {
  return html`<h2>${name}</h2>
    <ul class="endpoints">
      ${endpoints.map(
        ({ path, method, operation }) =>
          html`<li>
            <a href=${`#${anchor(method, path)}`}><code>${method} ${path}</code></a>
            <span>${operation.summary}</span>
          </li>`,
      )}
    </ul>`
}

function anchor(method: string, path: string): string {
  return `${method}${path}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

function describeEndpoint({ path, method, operation }: Endpoint) {
  const scopes = (operation.security ?? []).flatMap((requirement) => Object.values(requirement).flat())
  return html`<section class="card" id=${anchor(method, path)}>
    <h2><code>${method} ${path}</code></h2>
    <p>${operation.summary}</p>
    ${operation.description && html`<p>${operation.description}</p>`}
    ${scopes.length > 0 && html`<p>Scope: <code>${scopes.join(' ')}</code></p>`}
    ${(operation.parameters ?? []).length > 0 && describeParameters(operation.parameters ?? [])}
    ${describeBody(operation.requestBody?.content)}
    ${Object.entries(operation.responses ?? {}).map(([status, response]) => describeResponse(status, response))}
  </section>`
}

function describeParameters(parameters: NonNullable<Operation['parameters']>) {
  return html`<h3>Parameters</h3>
    <table>
      <thead>
        <tr>
          <th>Name</th>
          <th>In</th>
          <th>Description</th>
        </tr>
      </thead>
      <tbody>
        ${parameters.map(
          (parameter) =>
            html`<tr>
              <td><code>${parameter.name}</code>${parameter.required ? ' (required)' : ''}</td>
              <td>${parameter.in}</td>
              <td>${parameter.description ?? parameter.schema?.description}</td>
            </tr>`,
        )}
      </tbody>
    </table>`
}

function describeBody(content: Record<string, { schema?: Schema }> | undefined) {
  if (!content) return null
  return html`<h3>Body</h3>
    <p><code>${Object.keys(content).join(', ')}</code></p>
    ${describeFields(Object.values(content)[0]?.schema)}`
}

function describeResponse(status: string, response: NonNullable<Operation['responses']>[string]) {
  const schema = Object.values(response.content ?? {})[0]?.schema
  return html`<h3>
      ${status}${' '}
      <span class="soft">${response.description}</span>
    </h3>
    ${status.startsWith('2') ? describeFields(schema) : null}`
}

function describeFields(schema: Schema | undefined) {
  const rows = schema ? listFields(schema, '') : []
  if (rows.length === 0) return null
  return html`<table>
    <thead>
      <tr>
        <th>Field</th>
        <th>Type</th>
        <th>Description</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            <td><code>${row.name}</code></td>
            <td>${row.type}</td>
            <td>${row.meaning}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

function listFields(schema: Schema, prefix: string): { name: string; type: string; meaning: string }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix + name
    const inner = field.items ?? field
    const example = field.examples?.[0] === undefined ? '' : ` Example: ${JSON.stringify(field.examples[0])}`
    return [
      { name: path, type: typeName(field), meaning: `${field.description ?? ''}${example}` },
      ...listFields(inner, field.items ? `${path}[].` : `${path}.`),
    ]
  })
}

function typeName(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(typeName).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.items) return `array of ${typeName(schema.items)}`
  return [schema.type ?? 'any'].flat().join(' or ')
}
