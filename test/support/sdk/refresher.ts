// One of many processes that share a stored credential: asks for the profile when it is told to, and says what it got.
import { once } from 'node:events'
import { createClient } from '#sdk/client.ts'
import { storedTokens } from '#sdk/credentials/refresh.ts'
import { fileStore } from '#sdk/node/file-store.ts'
import { getProfile } from '#sdk/profile.ts'

const [baseUrl = '', clientId = '', path = ''] = process.argv.slice(2)
const client = createClient({
  baseUrl,
  credential: storedTokens({ baseUrl, clientId, store: fileStore(path) }),
})
process.stdout.write('ready\n')
await once(process.stdin, 'data')
try {
  process.stdout.write(`${(await getProfile(client)).id}\n`)
} catch (error) {
  process.stdout.write(`${String(error)}\n`)
}
process.exit()
