// The connections of one node: DATABASE_POOL_SIZE at most, all together.
//
//   shared   all but two: requests, and the jobs while requests leave some free
//   jobs     one, only for the jobs: however many requests wait, webhooks and mail go on
//   checks   one, for /readyz and the clock: they tell of the database, not of the queue in front of it
//
// A connection whose statement was not answered in time is closed, and with it every other one that has been silent
// since before that statement was sent: after a failover they all lead nowhere, and each would take a time-out to find.
import { setTimeout as sleep } from 'node:timers/promises'
import { callbackify } from 'node:util'
import pg from 'pg'
import type { Hosts } from '../../settings/postgres-url.ts'
import type { PoolFigures } from '../figures.ts'
import { breaksConnection, isQueueTimeout, isReadTimeout, isTooManyConnections, translate } from './faults.ts'
import { createHostChoice, type HostChoice } from './hosts.ts'

// The server should end a statement first; what comes later than this was lost on the way.
const READ_MARGIN_MS = 1_000
const MAX_CHECK_MS = 1_000
const KEEP_ALIVE_MS = 30_000
const RETRY_MS = 100
const GROW_EVERY_MS = 5_000
// The server finds out within a minute that a node is gone, instead of keeping its connections for hours.
const serverKeepAlive = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3'

/** How many connections a node has, and how long it waits for what. */
export interface DatabaseLimits {
  readonly poolSize: number
  readonly connectTimeoutMs: number
  readonly statementTimeoutMs: number
  readonly lockTimeoutMs: number
  readonly idleTransactionTimeoutMs: number
}

/** Lends a connection for the time of the work. */
export type Lend = <Result>(work: (client: pg.PoolClient) => Promise<Result>) => Promise<Result>

export interface Pools {
  readonly requests: Lend
  readonly jobs: Lend
  readonly checks: Lend
  figures(): PoolFigures[]
  /** Ends every connection on which an answer is waited for: the server is gone, and each would wait for its time-out. */
  cut(): void
  close(): Promise<void>
}

export function openPools({ urls, mustWrite }: Hosts, limits: DatabaseLimits): Pools {
  const hosts = createHostChoice({ urls, mustWrite })
  const shared = openPool(hosts, limits, { max: limits.poolSize - 2 })
  const jobs = openPool(hosts, limits, { max: 1, min: 1 })
  const checks = openPool(hosts, toCheckLimits(limits), { max: 1, min: 1 })
  const silence = createSilence()
  const lent = new Set<pg.PoolClient>()
  const lendFrom = (pool: pg.Pool) => createLend(pool, lent, limits.connectTimeoutMs, silence, hosts)
  const lend = { shared: lendFrom(shared), jobs: lendFrom(jobs), checks: lendFrom(checks) }
  return {
    requests: lend.shared,
    jobs: (work) => (!hasRoom(jobs) && hasRoom(shared) ? lend.shared(work) : lend.jobs(work)),
    checks: lend.checks,
    figures: () => Object.entries({ shared, jobs, checks }).map(([name, pool]) => describe(name, pool)),
    cut: () => {
      for (const client of lent) destroy(client)
    },
    close: async () => {
      await Promise.all([shared, jobs, checks].map((pool) => pool.end()))
    },
  }
}

/** Anyone who asks whether the node is ready does not wait for long. */
function toCheckLimits(limits: DatabaseLimits): DatabaseLimits {
  return { ...limits, statementTimeoutMs: Math.min(limits.statementTimeoutMs, MAX_CHECK_MS) }
}

function openPool(hosts: HostChoice, limits: DatabaseLimits, size: { max: number; min?: number }): pg.Pool {
  /** To the server that is chosen when the connection is made. */
  class HostClient extends pg.Client {
    readonly url: string
    constructor(config: pg.ClientConfig) {
      const url = hosts.current()
      super({ ...config, connectionString: url })
      this.url = url
    }
  }
  const pool = new pg.Pool({
    Client: HostClient as never,
    verify: callbackify((client: pg.PoolClient) => hosts.check(client, urlOf(client))) as never,
    ...size,
    // The time is for all of them.
    connectionTimeoutMillis: Math.ceil(limits.connectTimeoutMs / hosts.count),
    query_timeout: limits.statementTimeoutMs + READ_MARGIN_MS,
    statement_timeout: limits.statementTimeoutMs,
    lock_timeout: limits.lockTimeoutMs,
    idle_in_transaction_session_timeout: limits.idleTransactionTimeoutMs,
    options: serverKeepAlive,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'cloudstreet',
  })
  // A broken idle connection is replaced on the next use, and of one that is lent the next statement reports the fault. Without
  // a listener its error would end the process, also when it breaks with the message that opens it.
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

const ignore = () => undefined

function urlOf(client: pg.ClientBase): string {
  return (client as pg.ClientBase & { url: string }).url
}

function hasRoom(pool: pg.Pool): boolean {
  return pool.waitingCount === 0 && (pool.idleCount > 0 || pool.totalCount < (pool.options.max ?? 1))
}

/** Which connections have not answered since a statement was lost. */
interface Silence {
  noteAnswer(client: pg.PoolClient): void
  noteLost(sentAt: number): void
  isSuspect(client: pg.PoolClient): boolean
}

function createSilence(): Silence {
  const answeredAt = new WeakMap<pg.PoolClient, number>()
  let lostAt = Number.NEGATIVE_INFINITY
  return {
    noteAnswer: (client) => void answeredAt.set(client, performance.now()),
    noteLost: (sentAt) => {
      lostAt = Math.max(lostAt, sentAt)
    },
    // A new connection has just answered.
    isSuspect: (client) => (answeredAt.get(client) ?? Number.POSITIVE_INFINITY) < lostAt,
  }
}

function describe(name: string, { idleCount: idle, totalCount, waitingCount }: pg.Pool): PoolFigures {
  // The pool puts everybody in its queue, also who is given an idle connection a moment later.
  return { name, busy: totalCount - idle, idle, waiting: Math.max(0, waitingCount - idle) }
}

function createLend(
  pool: pg.Pool,
  lent: Set<pg.PoolClient>,
  timeoutMs: number,
  silence: Silence,
  hosts: HostChoice,
): Lend {
  return async (work) => {
    const client = await borrow(pool, timeoutMs, silence, hosts)
    lent.add(client)
    const sentAt = performance.now()
    let fault: unknown
    try {
      return await work(client)
    } catch (error) {
      fault = error
      throw translate(error)
    } finally {
      lent.delete(client)
      if (isReadTimeout(fault)) silence.noteLost(sentAt)
      else silence.noteAnswer(client)
      giveBack(client, breaksConnection(fault) || client.getTransactionStatus() !== 'I')
    }
  }
}

/**
 * For at most the time-out, whether it waits for a connection of this node, for room at the server, or for one of several
 * servers to take writes.
 */
async function borrow(
  pool: pg.Pool,
  timeoutMs: number,
  silence: Silence,
  hosts: HostChoice,
): Promise<pg.PoolClient> {
  const giveUpAt = performance.now() + timeoutMs
  for (let attempt = 1; ; attempt++) {
    const url = hosts.current()
    try {
      const client = await pool.connect()
      if (!silence.isSuspect(client) && !hosts.isLeft(urlOf(client))) return client
      giveBack(client, true)
    } catch (error) {
      const isFull = isTooManyConnections(error)
      const canRetry = isFull || (hosts.count > 1 && breaksConnection(error))
      if (!canRetry || performance.now() > giveUpAt) throw translate(error)
      if (isFull) shrink(pool)
      else if (!isQueueTimeout(error)) hosts.reject(url)
      // A round in vain: no server has been promoted yet.
      if (isFull ? pool.totalCount === 0 : attempt % hosts.count === 0) await sleep(RETRY_MS)
    }
  }
}

const grownMax = new WeakMap<pg.Pool, number>()

/**
 * Other nodes have taken the server's last connections: this one makes do with what it has, and tries for one more every
 * 5 s. To try with every request would take the places that are left for the operator.
 */
function shrink(pool: pg.Pool): void {
  const isShrunk = grownMax.has(pool)
  const max = grownMax.get(pool) ?? pool.options.max
  grownMax.set(pool, max)
  pool.options.max = Math.max(1, pool.totalCount)
  if (isShrunk) return
  const growth = setInterval(() => {
    pool.options.max += 1
    if (pool.options.max < max) return
    clearInterval(growth)
    grownMax.delete(pool)
  }, GROW_EVERY_MS)
  growth.unref()
}

function giveBack(client: pg.PoolClient, isBroken: boolean): void {
  client.release(isBroken)
  // Without it a connection that leads nowhere would wait for the other side's farewell, and the queue for that.
  if (isBroken) destroy(client)
}

function destroy(client: pg.PoolClient): void {
  ;(client as unknown as { connection: pg.Connection }).connection.stream.destroy()
}
