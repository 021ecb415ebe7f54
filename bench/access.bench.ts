// What authentication and accounting cost: CPU time of an authenticated GET /api/v1/profile (look-up, rate limit, ledger, log, metrics,
// profile) against a bare Fastify route with the same answer. Each server is a process of its own; this one asks.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { stayAwake } from './support/load.ts'

const ROUNDS = 9
const REQUESTS = 3_000
const WARM_UP = 20_000
const CONNECTIONS = 16
const MAX_RATIO = 2.5

interface Server {
  name: string
  child: ChildProcess
  port: number
  key: string
  /** Microseconds of CPU for one request, one figure per round. */
  rounds: number[]
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

async function start(name: string, message: object): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'access-server.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.send(message)
  const [{ port, key }] = (await once(child, 'message')) as [{ port: number; key: string }]
  return { name, child, port, key, rounds: [] }
}

function get({ port, key }: Server): Promise<string> {
  const headers = { authorization: `Bearer ${key}` }
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path: '/api/v1/profile', agent, headers })
    request.on('response', (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => {
        if (response.statusCode === 200) resolve(body)
        else reject(new Error(`${response.statusCode}: ${body}`))
      })
    })
    request.on('error', reject).end()
  })
}

async function getMany(server: Server, count: number): Promise<void> {
  let left = count
  const worker = async () => {
    while (left-- > 0) await get(server)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
}

async function readCpu({ child }: Server): Promise<number> {
  child.send({ ask: 'cpu' })
  const [{ cpuMicroseconds }] = (await once(child, 'message')) as [{ cpuMicroseconds: number }]
  return cpuMicroseconds
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

const service = await start('cloudstreet', { start: 'service' })
const bare = await start('bare Fastify', { start: 'bare', answer: JSON.parse(await get(service)) as unknown })
const servers = [bare, service]
if ((await get(bare)) !== (await get(service))) throw new Error('the two do not answer the same')

const sleepAgain = stayAwake()
for (const server of servers) await getMany(server, WARM_UP)
// In turns, so that a busy moment of the machine hits both.
for (let round = 0; round < ROUNDS; round++) {
  for (const server of servers) {
    const before = await readCpu(server)
    await getMany(server, REQUESTS)
    server.rounds.push(((await readCpu(server)) - before) / REQUESTS)
  }
}
sleepAgain()
for (const { child } of servers) child.disconnect()
agent.destroy()

const rows = servers.map(({ name, rounds }) => ({
  server: name,
  'µs CPU a request': Number(median(rounds).toFixed(1)),
  lowest: Number(Math.min(...rounds).toFixed(1)),
  highest: Number(Math.max(...rounds).toFixed(1)),
}))
console.table(rows)
const ratio = median(service.rounds) / median(bare.rounds)
console.log(
  `${ratio.toFixed(2)} times the bare route; the limit is ${MAX_RATIO}: ${ratio <= MAX_RATIO ? 'met' : 'MISSED'}`,
)
const results = join(import.meta.dirname, 'results')
mkdirSync(results, { recursive: true })
writeFileSync(
  join(results, 'access.json'),
  JSON.stringify({ ratio, maxRatio: MAX_RATIO, requests: REQUESTS, rows }, null, 2),
)
