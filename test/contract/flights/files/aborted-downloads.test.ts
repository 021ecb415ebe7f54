// run: all
// The memory of a file is freed as soon as it was sent. Freed too soon, somebody would get another file's bytes, or none.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, suite, test } from 'node:test'
import { simulateFlight } from '#igc/simulate.ts'
import { createPilot, type Pilot, unlimited, uploadNew } from '#test/support/flights.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

const FILES = 4
const ROUNDS = 2
/** Together more than the system takes for a client that reads nothing. */
const ASKED_AT_ONCE = 60

interface Stored {
  path: string
  bytes: Uint8Array
}

/** One request after the other, without waiting for answers; the last one ends the connection. */
function askForMany({ url }: TestServer, { headers }: Pilot, { path }: Stored, coding: string): Socket {
  const lines = Object.entries({ host: 'localhost', 'accept-encoding': coding, ...headers })
  const head = [`GET ${path} HTTP/1.1`, ...lines.map((pair) => pair.join(': ')), ''].join('\r\n')
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`${`${head}\r\n`.repeat(ASKED_AT_ONCE - 1)}${head}connection: close\r\n\r\n`)
  return socket
}

/** Reads the beginning of the first answer, and is gone. */
async function leaveEarly(socket: Socket): Promise<void> {
  await once(socket, 'data')
  socket.resetAndDestroy()
}

/** Reads nothing until the others are done, then everything: how often it got the file. */
async function countFiles(socket: Socket, { bytes }: Stored, others: Promise<unknown>): Promise<number> {
  await others
  const file = Buffer.from(bytes).toString('latin1')
  let received = ''
  for await (const chunk of socket.setEncoding('latin1') as AsyncIterable<string>) received += chunk
  return received.split(file).length - 1
}

suite('downloads that are broken off', async () => {
  const places = { 'in the database': {}, 'outside of it': { FILES_URL: `file://${makeFolder({ after })}` } }
  for (const [place, settings] of Object.entries(places)) {
    const server = await startServer({ after }, { environment: { ...unlimited, ...settings } })
    const pilot = await createPilot(server)
    const files: Stored[] = []
    for (let seed = 1; seed <= FILES; seed++) {
      const { bytes } = simulateFlight({ seed, date: '2026-06-01' })
      const { id } = await uploadNew(server, pilot, bytes)
      files.push({ path: `/api/v1/flights/${id}/igc`, bytes })
    }

    test(`${place} leave everybody else's as they are`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const coding = round % 2 === 0 ? 'identity' : 'zstd'
        const ask = (file: Stored) => askForMany(server, pilot, file, coding)
        const leaving = files.map((file) => leaveEarly(ask(file)))
        const whole = files.map(async ({ path, bytes }) => {
          const headers = { ...pilot.headers, 'accept-encoding': coding }
          const response = await server.fetch(path, { headers })
          assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes), `${path} in round ${round}`)
        })
        const slow = askForMany(server, pilot, files[0]!, 'identity')
        const counted = countFiles(slow, files[0]!, Promise.all([...leaving, ...whole]))
        assert.equal(await counted, ASKED_AT_ONCE)
      }
    })
  }
})
