// CPU time of a client_credentials token and of an introspection: the whole service, each token committed to its
// durable database, against oidc-provider with its in-memory adapter. This process sends the requests, over one
// connection and over several: requests that arrive together share costs, above all a commit. Each server runs three times, for
// two processes of one program differ by a few hundredths.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { checkAims } from './support/aims.ts'
import { type Connection, openConnection, writeRequest } from './support/connections.ts'
import { stayAwake } from './support/load.ts'
import type { Started } from './servers/oauth.ts'

const PROCESSES = 3
const ROUNDS = 5
const REQUESTS = 2_000
const REQUESTS_BEFORE = 20
const WARM_UP = 12_000
const CONNECTIONS = [1, 8, 32]
// The limit is for a busy server: what one with little to do costs does not matter. A durable service is to cost no more
// than a peer that writes nothing down.
const BUSY = 32
const MAX_RATIO = 1

const kinds = ['client_credentials', 'introspection'] as const
type Kind = (typeof kinds)[number]

interface Server extends Started {
  name: string
  child: ChildProcess
  token: string
}

interface Measured {
  kind: Kind
  connections: number
  /** Microseconds of CPU for one request, a figure a turn. */
  peer: number[]
  own: number[]
}

async function start(name: string, what: 'service' | 'peer'): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'servers/oauth.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.send({ start: what })
  const [started] = (await once(child, 'message')) as [Started]
  return { ...started, name, child, token: '' }
}

function writeForm({ clientId, clientSecret }: Server, path: string, form: Record<string, string>): Buffer {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const headers = {
    authorization: `Basic ${basic}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  return writeRequest(path, headers, new URLSearchParams(form).toString())
}

const writers: Record<Kind, (server: Server) => Buffer> = {
  client_credentials: (server) =>
    writeForm(server, server.tokenPath, { grant_type: 'client_credentials', scope: 'profile:read' }),
  introspection: (server) => writeForm(server, server.introspectionPath, { token: server.token }),
}

const readers: Record<Kind, (server: Server, answer: string) => void> = {
  client_credentials: (server, answer) => {
    const { access_token } = JSON.parse(answer) as { access_token: string }
    server.token = access_token
  },
  introspection: ({ name }, answer) => {
    if (!answer.includes('"active":true')) throw new Error(`${name} does not know its token: ${answer}`)
  },
}

async function askMany(server: Server, kind: Kind, connections: Connection[], count: number): Promise<void> {
  const request = writers[kind](server)
  let left = count
  const worker = async (connection: Connection) => {
    while (left-- > 0) {
      const { status, body } = await connection.ask(request)
      if (status !== 200) throw new Error(`${server.name} ${status}: ${body}`)
      readers[kind](server, body)
    }
  }
  await Promise.all(connections.map(worker))
}

/**
 * CPU time of one request over connections that are in use: both servers get new ones each time, for one would have
 * closed those that were idle, and a few requests over each before it counts.
 */
async function measure(server: Server, kind: Kind, connections: number, count: number): Promise<number> {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(server.port)))
  await askMany(server, kind, open, connections * REQUESTS_BEFORE)
  const before = await readCpu(server)
  await askMany(server, kind, open, count)
  const used = (await readCpu(server)) - before
  for (const connection of open) connection.close()
  return used / count
}

async function readCpu({ child }: Server): Promise<number> {
  child.send({ ask: 'cpu' })
  const [{ cpuMicroseconds }] = (await once(child, 'message')) as [{ cpuMicroseconds: number }]
  return cpuMicroseconds
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function startSome(name: string, what: 'service' | 'peer'): Promise<Server[]> {
  return Promise.all(Array.from({ length: PROCESSES }, () => start(name, what)))
}

const peers = await startSome('oidc-provider, memory', 'peer')
const own = await startSome('cloudstreet, durable SQLite', 'service')
const measured: Measured[] = kinds.flatMap((kind) =>
  CONNECTIONS.map((connections) => ({ kind, connections, peer: [], own: [] })),
)
const sleepAgain = stayAwake()
for (const server of [...peers, ...own]) for (const kind of kinds) await measure(server, kind, BUSY, WARM_UP)
// In turns: a busy moment of the machine hits both.
for (let turn = 0; turn < PROCESSES * ROUNDS; turn++) {
  for (const one of measured) {
    one.peer.push(await measure(peers[turn % PROCESSES]!, one.kind, one.connections, REQUESTS))
    one.own.push(await measure(own[turn % PROCESSES]!, one.kind, one.connections, REQUESTS))
  }
}
sleepAgain()
for (const { child } of [...peers, ...own]) child.disconnect()

const describe = ({ name }: Server, { kind, connections }: Measured, turns: number[]) => ({
  request: kind,
  connections,
  server: name,
  'µs CPU a request': Number(median(turns).toFixed(1)),
  lowest: Number(Math.min(...turns).toFixed(1)),
  highest: Number(Math.max(...turns).toFixed(1)),
})
const rows = measured.flatMap((one) => [describe(peers[0]!, one, one.peer), describe(own[0]!, one, one.own)])
console.table(rows)
checkAims(
  measured.map(({ kind, connections, peer, own }) => ({
    name: `${kind}, ${connections} connections: of oidc-provider`,
    // Of two measured one after the other: what else the machine does lasts longer, and so hits both.
    measured: median(own.map((cost, turn) => cost / peer[turn]!)),
    ...(connections === BUSY && { atMost: MAX_RATIO }),
  })),
)
