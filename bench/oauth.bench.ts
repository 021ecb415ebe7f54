// CPU time of a client_credentials token and of an introspection: the whole service, each token committed to its
// durable database, against oidc-provider with its adapter in memory. Each is a process of its own; this one asks.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { stayAwake } from './support/load.ts'
import type { Started } from './oauth-server.ts'

const ROUNDS = 5
const REQUESTS = 3_000
const WARM_UP = 20_000
const AT_ONCE = 16
const BAR = 0.5

const kinds = ['client_credentials', 'introspection'] as const
type Kind = (typeof kinds)[number]

interface Server extends Started {
  name: string
  child: ChildProcess
  token: string
  /** Microseconds of CPU for one request, a figure a round. */
  rounds: Record<Kind, number[]>
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

async function start(name: string, what: 'service' | 'peer'): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'oauth-server.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.send({ start: what })
  const [started] = (await once(child, 'message')) as [Started]
  return { ...started, name, child, token: '', rounds: { client_credentials: [], introspection: [] } }
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

async function askMany(server: Server, kind: Kind, count: number): Promise<void> {
  let left = count
  const worker = async () => {
    while (left-- > 0) await ask[kind](server)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function readCpu({ child }: Server): Promise<number> {
  child.send({ ask: 'cpu' })
  const [{ cpuMicroseconds }] = (await once(child, 'message')) as [{ cpuMicroseconds: number }]
  return cpuMicroseconds
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

const servers = [
  await start('oidc-provider, memory', 'peer'),
  await start('cloudstreet, durable SQLite', 'service'),
]
const sleepAgain = stayAwake()
for (const server of servers) for (const kind of kinds) await askMany(server, kind, WARM_UP)
// In turns, so that a busy moment of the machine hits both.
for (let round = 0; round < ROUNDS; round++) {
  for (const kind of kinds) {
    for (const server of servers) {
      const before = await readCpu(server)
      await askMany(server, kind, REQUESTS)
      server.rounds[kind].push(((await readCpu(server)) - before) / REQUESTS)
    }
  }
}
sleepAgain()
for (const { child } of servers) child.disconnect()
agent.destroy()

const rows = servers.flatMap(({ name, rounds }) =>
  kinds.map((kind) => ({
    server: name,
    request: kind,
    'µs CPU a request': Number(median(rounds[kind]).toFixed(1)),
    lowest: Number(Math.min(...rounds[kind]).toFixed(1)),
    highest: Number(Math.max(...rounds[kind]).toFixed(1)),
  })),
)
console.table(rows)
const [peer, own] = servers
const ratios = kinds.map((kind) => {
  const ratio = median(own?.rounds[kind] ?? []) / median(peer?.rounds[kind] ?? [])
  console.log(
    `${kind}: ${ratio.toFixed(2)} of oidc-provider; the bar is ${BAR}: ${ratio <= BAR ? 'kept' : 'MISSED'}`,
  )
  return { kind, ratio }
})
const results = join(import.meta.dirname, 'results')
mkdirSync(results, { recursive: true })
writeFileSync(
  join(results, 'oauth.json'),
  JSON.stringify({ ratios, bar: BAR, requests: REQUESTS, rows }, null, 2),
)
