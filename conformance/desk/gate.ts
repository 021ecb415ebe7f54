// The gate between the instrument and the service: makes the faults, and writes down what the instrument does.
import { once } from 'node:events'
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { dialects, findDialect } from '../dialects.ts'
import { type Fault, RETRY_AFTER_MS, type Treatment } from '../faults.ts'
import { type Exchange, holdsSecret, readFlight } from './exchange.ts'

/** Refuses a file as the service would. */
export const REASON = 'Line 12: a fix has 30 characters instead of 35.'
const BUSY = 'Too many requests at the moment.'
const CHUNKS = 10

/** The instrument's requests under one fault. */
export interface Scene {
  fault: Fault
  /** The secrets that the instrument may know. */
  secrets: readonly string[]
  exchanges: Exchange[]
  /** Treatments that wait for an upload. */
  waiting: Treatment[]
}

export interface Gate {
  readonly host: string
  readonly port: number
  begin(fault: Fault, secrets: readonly string[]): Scene
  close(): void
}

export interface GateOptions {
  /** The service. */
  target: () => string
  /** The address to listen on, and the one that the instrument is told. */
  listen: { host: string; port: number }
  host: string
}

export async function openGate({ target, listen, host }: GateOptions): Promise<Gate> {
  const sceneOf = (fault: Fault, secrets: readonly string[]): Scene => {
    return { fault, secrets, exchanges: [], waiting: [...(fault.treatments ?? [])] }
  }
  let scene = sceneOf({ about: '' }, [])
  let otherHost = ''
  const openDoor = (isElsewhere: boolean) =>
    http.createServer((request, reply) => {
      const visit = new Visit(scene, isElsewhere, request, reply)
      visit.handle(target(), otherHost).catch(() => request.destroy())
    })
  const [door, elsewhere] = [openDoor(false), openDoor(true)]
  const port = await open(door, listen)
  const other = listen.host === '127.0.0.1' ? '127.0.0.1' : host
  otherHost = `http://${other}:${await open(elsewhere, { ...listen, port: 0 })}`
  return {
    host,
    port,
    begin: (fault, secrets) => {
      for (const server of [door, elsewhere]) server.closeAllConnections()
      return (scene = sceneOf(fault, secrets))
    },
    close: () => {
      for (const server of [door, elsewhere]) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

async function open(server: http.Server, { host, port }: { host: string; port: number }): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

class Visit {
  readonly #scene: Scene
  readonly #request: http.IncomingMessage
  readonly #reply: http.ServerResponse
  readonly #seen: Exchange

  constructor(scene: Scene, isElsewhere: boolean, request: http.IncomingMessage, reply: http.ServerResponse) {
    const { method = 'GET', url: path = '/', headers } = request
    this.#scene = scene
    this.#request = request
    this.#reply = reply
    const at = performance.now()
    this.#seen = {
      isElsewhere,
      at,
      endedAt: Infinity,
      method,
      path,
      dialect: findDialect(method, path),
      userAgent: headers['user-agent'],
      hasSecret: headers.authorization !== undefined,
      flight: '',
      status: undefined,
      body: '',
      isSuccess: false,
      hasBegun: false,
    }
    scene.exchanges.push(this.#seen)
    reply.once('close', () => (this.#seen.endedAt = Math.min(this.#seen.endedAt, performance.now())))
  }

  async handle(target: string, otherHost: string): Promise<void> {
    const treatment = this.#chooseTreatment()
    if (treatment?.kind === 'cut-request' && treatment.share === 0) return this.#cut()
    const body = await this.#readBody(treatment)
    if (!body) return this.#cut()
    const seen = this.#seen
    seen.flight = readFlight(body)
    seen.hasSecret ||= holdsSecret(`${seen.path} ${body.toString('latin1')}`, this.#scene.secrets)
    if (seen.isElsewhere) return this.#answer({ status: 200, headers: {}, body: Buffer.from('Welcome.') })
    if (treatment?.kind === 'redirect')
      return this.#answer({
        status: treatment.status,
        headers: { location: otherHost + seen.path },
        body: Buffer.alloc(0),
      })
    if (treatment?.kind === 'portal') return this.#answer(portal)
    if (treatment?.kind === 'refuse') return this.#refuse(treatment)
    const answer = await forward(target, this.#request, body)
    if (treatment?.kind === 'lose') return this.#cut()
    if (treatment?.kind === 'cut-answer') return this.#cutAnswer(answer, treatment.share)
    if (treatment?.kind === 'dribble') return this.#dribble(answer, treatment.ms)
    this.#answer(answer)
  }

  #chooseTreatment(): Treatment | undefined {
    if (this.#seen.dialect === undefined || this.#seen.isElsewhere) return undefined
    return this.#scene.fault.always ?? this.#scene.waiting.shift()
  }

  /** Undefined when the connection has to be closed before the end. */
  async #readBody(treatment: Treatment | undefined): Promise<Buffer | undefined> {
    const share = treatment?.kind === 'cut-request' ? treatment.share : undefined
    const length = Number(this.#request.headers['content-length'] ?? 0)
    const chunks: Buffer[] = []
    let count = 0
    for await (const chunk of this.#request.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk as Buffer)
      count += (chunk as Buffer).length
      if (share !== undefined && length > 0 && count >= share * length) return undefined
    }
    return share === undefined ? Buffer.concat(chunks) : undefined
  }

  #cut(): void {
    this.#seen.endedAt = performance.now()
    this.#request.socket.destroy()
  }

  #refuse({ status, retryAfter }: Treatment & { kind: 'refuse' }): void {
    const words = dialects[this.#seen.dialect!].refuse(status, status === 400 ? REASON : BUSY)
    const values = {
      seconds: String(RETRY_AFTER_MS / 1000),
      date: new Date(this.#now() + RETRY_AFTER_MS).toUTCString(),
    }
    const wait: Record<string, string> = retryAfter ? { 'retry-after': values[retryAfter] } : {}
    const headers = { 'content-type': words.type, ...wait }
    this.#answer({ status: words.status, headers, body: Buffer.from(words.body) })
  }

  #now(): number {
    return Date.now() + (this.#scene.fault.clockOffsetMs ?? 0)
  }

  #head({ status, headers }: Answered, framing: http.OutgoingHttpHeaders): void {
    const { 'transfer-encoding': _, connection: __, ...kept } = headers
    this.#reply.writeHead(status, { ...kept, date: new Date(this.#now()).toUTCString(), ...framing })
  }

  #answer(answer: Answered): void {
    this.#note(answer)
    this.#head(answer, { 'content-length': answer.body.length })
    this.#reply.end(answer.body)
  }

  #note({ status, body }: Answered): void {
    const { dialect } = this.#seen
    const text = body.toString()
    Object.assign(this.#seen, { status, body: text, endedAt: performance.now() })
    const isService = dialect !== undefined && !this.#seen.isElsewhere
    this.#seen.isSuccess = isService && dialects[dialect].isSuccess({ status, body: text })
  }

  #cutAnswer(answer: Answered, share: number): void {
    this.#seen.hasBegun = answer.status === 201
    this.#head(answer, { 'content-length': answer.body.length })
    this.#reply.flushHeaders()
    this.#reply.write(answer.body.subarray(0, Math.floor(share * answer.body.length)), () => this.#cut())
  }

  async #dribble(answer: Answered, ms: number): Promise<void> {
    const { 'content-length': _, ...headers } = answer.headers
    this.#head({ ...answer, headers }, {})
    this.#reply.flushHeaders()
    const size = Math.ceil(answer.body.length / CHUNKS)
    for (let from = 0; from < answer.body.length; from += size) {
      await sleep(ms / CHUNKS)
      if (this.#reply.destroyed) return
      this.#reply.write(answer.body.subarray(from, from + size))
    }
    this.#note(answer)
    this.#reply.end()
  }
}

interface Answered {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

const portal: Answered = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from('<html><body><h1>Free Wi-Fi</h1><form>Accept our terms</form></body></html>'),
}

async function forward(target: string, request: http.IncomingMessage, body: Buffer): Promise<Answered> {
  const { hostname, port } = new URL(target)
  const { 'transfer-encoding': _, expect: __, connection: ___, ...kept } = request.headers
  const sent = http.request({
    hostname,
    port,
    method: request.method,
    path: request.url,
    headers: { ...kept, 'content-length': body.length },
    agent: false,
  })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [http.IncomingMessage]
  const chunks = (await answer.toArray()) as Buffer[]
  return { status: answer.statusCode ?? 500, headers: answer.headers, body: Buffer.concat(chunks) }
}
