// A bare Fastify route that answers with the bytes of a file: what no service on Fastify can beat.
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

const [port = '0', path = ''] = process.argv.slice(2)
const body = readFileSync(path)
const app = Fastify()
app.get('/json', async (_request, reply) =>
  reply.type('application/json; charset=utf-8').send(body.toString()),
)
app.get('/file', async (_request, reply) => reply.type('application/igc').send(body))
app.get('/cpu', async () => process.cpuUsage())
await app.listen({ port: Number(port), host: '127.0.0.1' })
