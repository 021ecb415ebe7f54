// A service on loopback that answers as a test wants, and the place of a pilot at it, for each kind that speaks HTTP.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { placeAt } from './flight.ts'

/** Remembers what it was asked for. */
export async function startService(context: { after: (end: () => void) => void }, listener: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    // Those who have read enough go away.
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    request.resume()
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const credential = { password: 'secret', key: 'cst_key_x', accessKeyId: 'a', secretAccessKey: 'b' }
export const placeOf = (url: string) =>
  placeAt({ url, user: 'ada', bucket: 'flights', region: 'eu-central-1', pilotId: 7 }, credential)
