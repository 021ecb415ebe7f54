// CPU time of a client_credentials token and of an introspection: the whole service, each token committed to its
// durable database, against oidc-provider with its adapter in memory. This process asks, over one connection and over
// several: requests that arrive together share what they cost, a commit above all. Each server runs three times, for
// how the compiler happens to lay out its code makes one process cheaper than the next.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { stayAwake } from './support/load.ts'
import type { Started } from './oauth-server.ts'

const PROCESSES = 3
const ROUNDS = 3
const REQUESTS = 2_000
const WARM_UP = 12_000
const CONNECTIONS = [1, 8, 32]
// A server that has little to do may cost what it wants: the bar is for one that is busy.
const BUSY = 32
const BAR = 0.5

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
  servers: Server[]
  /** Microseconds of CPU for one request, a figure for each process and round. */
  rounds: number[]
}

const agent = new Agent({ keepAlive: true, maxSockets: Math.max(...CONNECTIONS) })

async function start(name: string, what: 'service' | 'peer'): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'oauth-server.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.send({ start: what })
  const [started] = (await once(child, 'message')) as [Started]
  return { ...started, name, child, token: '' }
}

function post(server: Server, path: string, form: Record<string, string>): Promise<Record<string, unknown>> {
  const basic = Buffer.from(`${server.clientId}:${server.clientSecret}`).toString('base64')
  const headers = {
    authorization: `Basic ${basic}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      host: '127.0.0.1',
      port: server.port,
      path,
      method: 'POST',
      agent,
      headers,
    })
    request.on('response', (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(body) as Record<string, unknown>)
        else reject(new Error(`${server.name} ${response.statusCode}: ${body}`))
      })
    })
    request.on('error', reject).end(new URLSearchParams(form).toString())
  })
}

const ask: Record<Kind, (server: Server) => Promise<void>> = {
  client_credentials: async (server) => {
    const { access_token } = await post(server, server.tokenPath, {
      grant_type: 'client_credentials',
      scope: 'profile:read',
    })
    server.token = access_token as string
  },
  introspection: async (server) => {
    const { active } = await post(server, server.introspectionPath, { token: server.token })
    if (active !== true) throw new Error(`${server.name} does not know its token`)
  },
}

async function askMany(server: Server, kind: Kind, connections: number, count: number): Promise<void> {
  let left = count
  const worker = async () => {
    while (left-- > 0) await ask[kind](server)
  }
  await Promise.all(Array.from({ length: connections }, worker))
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
  CONNECTIONS.flatMap((connections) =>
    [peers, own].map((servers) => ({ kind, connections, servers, rounds: [] as number[] })),
  ),
)
const sleepAgain = stayAwake()
for (const server of [...peers, ...own]) for (const kind of kinds) await askMany(server, kind, BUSY, WARM_UP)
// In turns, so that a busy moment of the machine hits both.
for (let turn = 0; turn < PROCESSES * ROUNDS; turn++) {
  for (const { kind, connections, servers, rounds } of measured) {
    const server = servers[turn % PROCESSES]!
    const before = await readCpu(server)
    await askMany(server, kind, connections, REQUESTS)
    rounds.push(((await readCpu(server)) - before) / REQUESTS)
  }
}
sleepAgain()
for (const { child } of [...peers, ...own]) child.disconnect()
agent.destroy()

const rows = measured.map(({ kind, connections, servers, rounds }) => ({
  request: kind,
  connections,
  server: servers[0]!.name,
  'µs CPU a request': Number(median(rounds).toFixed(1)),
  lowest: Number(Math.min(...rounds).toFixed(1)),
  highest: Number(Math.max(...rounds).toFixed(1)),
}))
console.table(rows)
const costOf = (servers: Server[], kind: Kind, connections: number) =>
  median(
    measured.find((one) => one.servers === servers && one.kind === kind && one.connections === connections)
      ?.rounds ?? [],
  )
const ratios = kinds.flatMap((kind) =>
  CONNECTIONS.map((connections) => {
    const ratio = costOf(own, kind, connections) / costOf(peers, kind, connections)
    const verdict = `; the bar is ${BAR}: ${ratio <= BAR ? 'kept' : 'MISSED'}`
    const text = `${kind}, ${connections} at once: ${ratio.toFixed(2)} of oidc-provider`
    console.log(connections === BUSY ? text + verdict : text)
    return { kind, connections, ratio }
  }),
)
const results = join(import.meta.dirname, 'results')
mkdirSync(results, { recursive: true })
writeFileSync(
  join(results, 'oauth.json'),
  JSON.stringify({ ratios, bar: BAR, requests: REQUESTS, rows }, null, 2),
)
