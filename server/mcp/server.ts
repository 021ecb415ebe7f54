// The server of the protocol for one request: lists the tools and calls them.
import type * as mcp from '@modelcontextprotocol/server'
import { ApiError } from '#server/platform/errors.ts'
import { findSimilar } from '#server/platform/http/problems.ts'
import { version } from '#server/platform/settings/release.ts'
import { type Read, readArguments, Refused, type Tool, toToldSchema } from './tool.ts'
import { tools } from './tools.ts'

const READS_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

export function createServer(
  { Server }: Pick<typeof mcp, 'Server'>,
  read: Read,
  instructions: string | undefined,
): mcp.Server {
  const server = new Server(
    { name: 'cloudstreet', title: 'Cloudstreet', version },
    { capabilities: { tools: {} }, ...(instructions !== undefined && { instructions }) },
  )
  server.setRequestHandler('tools/list', () => ({ tools: describeTools() as mcp.Tool[] }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name)
    return tool ? callTool(tool, read, params.arguments ?? {}) : refuse(describeUnknown(params.name))
  })
  return server
}

let described: object[] | undefined

function describeTools(): object[] {
  described ??= tools.map(({ name, title, description, inputSchema }) => ({
    name,
    title,
    description,
    inputSchema: toToldSchema(inputSchema),
    annotations: READS_ONLY,
  }))
  return described
}

async function callTool(tool: Tool, read: Read, given: Record<string, unknown>) {
  try {
    const answer = await tool.answer(read, readArguments(tool, given))
    const structuredContent = answer as Record<string, unknown>
    return { content: [toText(JSON.stringify(answer))], structuredContent }
  } catch (error) {
    if (error instanceof Refused) return { isError: true, content: [toText(error.message)] }
    if (error instanceof ApiError && error.status < 500) return refuse(error.message)
    throw error
  }
}

/** In the form in which the API refuses. */
function refuse(sentence: string) {
  const body = { error: 'invalid_request', error_description: sentence }
  return { isError: true, content: [toText(JSON.stringify(body))] }
}

function describeUnknown(name: string): string {
  const names = tools.map((tool) => tool.name)
  const similar = findSimilar(name, names)
  const question = similar === undefined ? '' : ` Did you mean ${similar}?`
  return `There is no tool ${name}. There are ${names.join(', ')}.${question}`
}

function toText(text: string) {
  return { type: 'text' as const, text }
}
