// A DNS server on loopback that knows what a test tells it, and can keep silent.
import { createSocket } from 'node:dgram'
import type { TestContext } from 'node:test'

/** Addresses of a name, `silent` for no answer at all; a name that is not listed does not exist. */
export type Zone = (name: string, type: 'A' | 'AAAA') => string[] | 'silent' | undefined

export interface NameServer {
  /** As a resolver takes it: address and port. */
  readonly address: string
  readonly asked: string[]
}

const types: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' }
const HEADER_BYTES = 12

export async function startNameServer(context: Pick<TestContext, 'after'>, zone: Zone): Promise<NameServer> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, sender) => {
    const { name, end } = readName(query)
    const type = types[query.readUInt16BE(end)] ?? 'A'
    asked.push(`${name} ${type}`)
    const addresses = zone(name, type)
    if (addresses !== 'silent') socket.send(answer(query, end + 4, addresses), sender.port, sender.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  context.after(() => new Promise<void>((resolve) => socket.close(() => resolve())))
  return { address: `127.0.0.1:${socket.address().port}`, asked }
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

/** RFC 1035 4.1: the question again, then a record for each address; IPv4 alone. */
function answer(query: Buffer, questionEnd: number, addresses: readonly string[] | undefined): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(addresses === undefined ? 0x8183 : 0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses?.length ?? 0, 6)
  const records = (addresses ?? []).map((address) =>
    Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([header, query.subarray(HEADER_BYTES, questionEnd), ...records])
}
