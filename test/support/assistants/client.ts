// The official client of the protocol, as an assistant uses it.
import assert from 'node:assert/strict'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export type Body = Record<string, unknown>

export interface ToolAnswer {
  isError: boolean
  /** The text, which is JSON. */
  body: Body
  /** The size of the whole result, as it is sent. */
  bytes: number
}

export interface Assistant {
  client: Client
  call: (name: string, args?: Body) => Promise<ToolAnswer>
  /** The same of an answer that is no error. */
  ask: <Answer = Body>(name: string, args?: Body) => Promise<Answer>
}

export async function connectAssistant(url: string, headers: Record<string, string>): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers: { ...headers } } }),
  )
  return toAssistant(client)
}

export function toAssistant(client: Client): Assistant {
  const call = async (name: string, args: Body = {}): Promise<ToolAnswer> => {
    const result = await client.callTool({ name, arguments: args })
    const [block] = result.content as { type: string; text: string }[]
    assert.equal(block?.type, 'text')
    const body = JSON.parse(block.text) as Body
    const isError = result.isError === true
    if (!isError) assert.deepEqual(result.structuredContent, body)
    const { content, structuredContent } = result
    return { isError, body, bytes: Buffer.byteLength(JSON.stringify({ content, structuredContent })) }
  }
  return {
    client,
    call,
    ask: async <Answer>(name: string, args: Body = {}) => {
      const { isError, body } = await call(name, args)
      assert.equal(isError, false, `${name} ${JSON.stringify(args)}: ${JSON.stringify(body)}`)
      return body as Answer
    },
  }
}
