// SkyLines, as far as flights are sent to it, as its public source has it (`api/views/upload.py`, `api/views/flights.py`,
// `lib/files.py`): files are known by their bytes, a new flight is private until it is verified, and one's own private flights are
// in one's list.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const skylinesPilot = { user: 'ada@example.org', password: 'Thermal-9', pilotId: 1234 }
const PER_PAGE = 2

interface Stored {
  id: number
  filename: string
  date: string
  bytes: Buffer
  isPrivate: boolean
}

export async function startSkylines(context: { after: (end: () => void) => void }) {
  const flights: Stored[] = []
  const asked: string[] = []
  /** The answer to the next upload, or to the next verification, is lost. */
  const lost = { upload: false, verify: false }
  const { user, password, pilotId } = skylinesPilot
  const signed = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const describe = ({ id, filename, date, isPrivate }: Stored) => ({
    id,
    pilot: { id: pilotId },
    igcFile: { ownerId: pilotId, filename, date },
    private: isPrivate,
  })
  const upload = async (request: IncomingMessage) => {
    const body = await buffer(request)
    const type = request.headers['content-type'] ?? ''
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    const file = form.get('files') as File
    const bytes = Buffer.from(await file.arrayBuffer())
    const known = flights.find((one) => one.bytes.equals(bytes))
    if (known) return { results: [{ name: file.name, status: 1, flight: describe(known) }] }
    const [, day, month, year] = /HFDTE(?:DATE:)?(\d\d)(\d\d)(\d\d)/.exec(bytes.toString('latin1')) ?? []
    const name = file.name.replaceAll(/[^-_.a-zA-Z0-9]/g, '_').toLowerCase()
    const filename = flights.some((one) => one.filename === name) ? `${flights.length}_${name}` : name
    const stored = {
      id: flights.length + 1,
      filename,
      date: `20${year}-${month}-${day}`,
      bytes,
      isPrivate: true,
    }
    flights.push(stored)
    return { results: [{ name: file.name, status: 0, flight: describe(stored) }] }
  }
  const verify = async (request: IncomingMessage) => {
    const ids = (JSON.parse((await buffer(request)).toString()) as { id: number }[]).map(({ id }) => id)
    for (const one of flights) if (ids.includes(one.id)) one.isPrivate = false
    return {}
  }
  const list = (url: URL, isOwn: boolean) => {
    const page = Number(url.searchParams.get('page') ?? 1)
    const seen = flights.filter((one) => isOwn || !one.isPrivate)
    const sorted = seen.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))
    // Pages after the last are the last.
    const start = Math.min(page - 1, Math.max(0, Math.ceil(sorted.length / PER_PAGE) - 1)) * PER_PAGE
    return { flights: sorted.slice(start, start + PER_PAGE).map(describe), count: sorted.length }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    asked.push(`${request.method} ${url.pathname}`)
    const isSigned = request.headers.authorization === signed
    const json = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    if (url.pathname.startsWith('/files/')) {
      const one = flights.find(({ filename }) => filename === decodeURIComponent(url.pathname.slice(7)))
      return one ? response.end(one.bytes) : json(404, {})
    }
    if (url.pathname === `/api/flights/pilot/${pilotId}`) return json(200, list(url, isSigned))
    if (!isSigned) return json(401, { error: 'invalid_token' })
    const step = url.pathname.endsWith('/verify') ? 'verify' : 'upload'
    if (step === 'verify' && lost.verify) return request.destroy()
    const body = await (step === 'verify' ? verify : upload)(request)
    return lost[step] ? request.destroy() : json(200, body)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, flights, asked, lost }
}
