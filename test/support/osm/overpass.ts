// A stand-in for an Overpass server.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Overpass {
  url: string
  host: string
  /** The queries, in the order they came. */
  asked: string[]
  headers: IncomingHttpHeaders[]
  /** How many are answered at the same time, at most. */
  atOnce: number
  elements: object[]
  /** Answers in place of the elements, each once. */
  instead: ((response: ServerResponse) => unknown)[]
  close(): void
}

export const site = (id: number, latitude: number, longitude: number, tags: Record<string, string>) => ({
  type: 'node',
  id,
  lat: latitude,
  lon: longitude,
  tags: { sport: 'free_flying', ...tags },
})

export async function startOverpass(context: { after(run: () => void): void }): Promise<Overpass> {
  const overpass: Overpass = {
    url: '',
    host: '',
    asked: [],
    headers: [],
    atOnce: 0,
    elements: [],
    instead: [],
    close: () => undefined,
  }
  let open = 0
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    overpass.atOnce = Math.max(overpass.atOnce, ++open)
    response.on('close', () => open--)
    overpass.asked.push(new URLSearchParams(await text(request)).get('data') ?? '')
    overpass.headers.push(request.headers)
    const instead = overpass.instead.shift()
    if (instead) return instead(response)
    response.writeHead(200, { 'content-type': 'application/json' })
    return response.end(JSON.stringify({ version: 0.6, elements: overpass.elements }))
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  overpass.close = () => {
    server.closeAllConnections()
    server.close()
  }
  context.after(() => overpass.close())
  overpass.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  overpass.url = `http://${overpass.host}/api/interpreter`
  return overpass
}
