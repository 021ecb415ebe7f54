// Is between a client and the service, and cuts some answers: before a byte of them, or in their middle. The
// request has reached the service by then.
import { once } from 'node:events'
import { createServer, request } from 'node:http'

export interface CuttingProxy {
  readonly url: string
  /** How many answers were cut. */
  readonly cuts: number
  close(): void
}

/** `isCut` decides for each answer; `path` is that of its request. */
export async function startCuttingProxy(
  target: string,
  isCut: (path: string) => boolean,
): Promise<CuttingProxy> {
  let cuts = 0
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, reply) => {
    const { method, url: path = '', headers } = incoming
    const outgoing = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        if (!isCut(path)) {
          const { 'transfer-encoding': _, ...kept } = answer.headers
          reply.writeHead(answer.statusCode ?? 500, kept)
          reply.end(body)
          return
        }
        cuts++
        if (cuts % 2 === 0)
          reply.writeHead(answer.statusCode ?? 500, { 'content-length': body.length + 10 }).write(body)
        setImmediate(() => incoming.socket.destroy())
      })
    })
    outgoing.on('error', () => incoming.socket.destroy())
    incoming.pipe(outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as { port: number }).port}`,
    get cuts() {
      return cuts
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
