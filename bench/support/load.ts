// Requests over a few kept connections, and what they cost the server in CPU time: what else runs on the machine
// stretches the wall clock, not that.
import { Agent, request } from 'node:http'

export interface Answer {
  status: number
  body: Buffer
  ms: number
}

export interface Call {
  url: URL
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export function call({ url, method = 'GET', headers = {}, body }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const sent = request(url, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks),
          ms: performance.now() - began,
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export function closeConnections(): void {
  agent.destroy()
}

/** That many workers take the numbers 0, 1, 2, … below count. */
export async function inParallel(
  workers: number,
  count: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (next < count) await work(next++)
    }),
  )
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/**
 * Keeps this process from sleeping until the returned function is called. Waking a sleeping client is charged to the
 * server that answers it; on a virtual machine it costs as much as the answer, and only a server that is slower than
 * its client pays it.
 */
export function stayAwake(): () => void {
  let isOver = false
  const spin = () => {
    if (!isOver) setImmediate(spin)
  }
  spin()
  return () => {
    isOver = true
  }
}
