// POST /mcp: a logbook for assistants, by the Model Context Protocol (streamable HTTP). It only reads. Nothing is kept
// between two requests: each brings its credential, and each call of a tool is a request to the API with it.
import type { FastifyRequest } from 'fastify'
import type { Units } from '#language/preferences.ts'
import { ANY_CREDENTIAL, answerAs } from '#server/access/bearer.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import type { Services } from '#server/platform/services.ts'
import { GREETINGS, writeInstructions } from './instructions.ts'
import { createServer } from './server.ts'
import { type Read, Refused } from './tool.ts'

const PATH = '/mcp'
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

export interface McpServices extends Services {
  /** The units that the user has chosen. */
  readonly findUnits: (userId: string) => Promise<Units | undefined>
}

export function declareMcp(app: App, services: McpServices): Operation {
  return operation({
    route: `POST ${PATH}`,
    doors: { assistant: ANY_CREDENTIAL },
    respond: async (request, reply) => {
      refuseForeignPage(request.headers.origin, services.config.baseUrl)
      const read = readAs(app, request as FastifyRequest)
      const instructions = await greet(services, request as FastifyRequest, read)
      // Loaded with the first request: it is a tenth of all the service loads.
      const library = await import('@modelcontextprotocol/server')
      // No stream stays open: there is nothing to subscribe to.
      const handler = library.createMcpHandler(() => createServer(library, read, instructions), {
        maxSubscriptions: 0,
      })
      const response = await handler.fetch(toRequest(request as FastifyRequest, services.config.baseUrl), {
        parsedBody: request.body,
      })
      reply.code(response.status).headers(Object.fromEntries(response.headers))
      return reply.send(await response.text())
    },
  })
}

/** Reads the API as the caller. */
function readAs(app: App, { headers: { authorization }, ip }: FastifyRequest): Read {
  return async (path, asked = {}) => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(asked))
      if (value !== undefined) query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    const url = `/api/v1${path}?${String(query)}`
    const answer = await answerAs('mcp', async () =>
      app.inject({ url, headers: { authorization }, remoteAddress: ip }),
    )
    if (answer.statusCode >= 400) throw new Refused(answer.body)
    return JSON.parse(answer.body) as never
  }
}

/** Instructions are sent with the answer to a greeting, and written for no other request. */
async function greet(
  { now, findUnits }: McpServices,
  { body, credential }: FastifyRequest,
  read: Read,
): Promise<string | undefined> {
  const isGreeting = [body]
    .flat()
    .some((message) => GREETINGS.has((message as { method?: string })?.method ?? ''))
  if (!isGreeting || !credential) return undefined
  return writeInstructions(read, now(), await findUnits(credential.userId))
}

/**
 * A page over plain http may have been led to a service on the reader's own machine by a changed name. Pages over https,
 * and those of the reader's machine, may ask with a credential, as they may ask the API.
 */
function refuseForeignPage(origin: string | undefined, baseUrl: string): void {
  if (origin === undefined || origin === new URL(baseUrl).origin) return
  const page = URL.parse(origin)
  if (page?.protocol === 'https:' || (page && LOOPBACK.has(page.hostname))) return
  throw new ApiError(403, 'forbidden', 'Only pages over https, and those of this machine, may ask.')
}

function toRequest({ headers, body }: FastifyRequest, baseUrl: string): Request {
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (/^(?:accept|content-type|mcp-)/.test(name)) sent.set(name, String(value))
  return new Request(`${baseUrl}${PATH}`, { method: 'POST', headers: sent, body: JSON.stringify(body) })
}
