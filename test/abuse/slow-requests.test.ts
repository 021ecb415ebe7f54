// run: sweeps; measures how others fare during an attack; the limits that protect them have tests in every run
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { compareTimes, measureTimes } from '#test/support/abuse/honest-times.ts'
import { createPilot, makeFlight, unlimited, upload } from '#test/support/flights.ts'
import { connectRaw, writeHead } from '#test/support/abuse/raw-http.ts'
import { startServer } from '#test/support/server.ts'

suite('slow requests of one user and the uploads of another', async () => {
  test('200 uploads that never end hold up no one else, and end', async (context) => {
    const server = await startServer(context, { environment: unlimited })
    const [honest, attacker] = [await createPilot(server), await createPilot(server)]
    let seed = 1
    const measure = () =>
      measureTimes(async () => {
        assert.equal((await upload(server, honest, makeFlight(seed++))).status, 201)
      })
    // The thread starts with the first file.
    await upload(server, honest, makeFlight(seed++))
    const alone = await measure()
    const type = { ...attacker.headers, 'content-type': 'application/octet-stream' }
    const clients = Array.from({ length: 200 }, () => {
      const client = connectRaw(server.url)
      client.send(
        `${writeHead('POST', '/api/v1/flights/upload', { ...type, 'content-length': 100_000 })}begun`,
      )
      return client
    })
    await sleep(500)
    compareTimes(context, alone, await measure())
    await sleep(11_000)
    const timedOut = clients.filter(({ received }) => received.startsWith('HTTP/1.1 408 '))
    // The server waits for whom it has not answered, and would do so for the rest of a minute.
    for (const client of clients) client.close()
    assert.ok(timedOut.length >= 4, `${timedOut.length} uploads were ended`)
  })
})
