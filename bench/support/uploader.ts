// Uploads flight after flight, several at the same time, until it is killed; prints the count after each. A client
// would be on another machine, so this process gives way to the server.
import { setPriority } from 'node:os'
import { loadFiles, vary } from './files.ts'
import { call } from './load.ts'

const [address = '', authorization = '', concurrency = '8', first = '0'] = process.argv.slice(2)
const headers = { authorization, 'content-type': 'application/octet-stream' }
const files = loadFiles()
let next = Number(first)

async function uploadForEver(): Promise<void> {
  for (;;) {
    const index = next++
    const body = vary(files[index % files.length]!, 1 + Math.floor(index / files.length))
    await call({ url: new URL(address), method: 'POST', headers, body })
    process.stdout.write(`${index + 1}\n`)
  }
}

setPriority(10)
await Promise.all(Array.from({ length: Number(concurrency) }, uploadForEver))
