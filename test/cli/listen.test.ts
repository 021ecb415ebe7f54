// run: all
// Events of an account and of an application, without a public address: forwarded, signed, none left out.
import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyWebhook } from '#sdk/index.ts'
import { byService } from '#server/access/security-log/store.ts'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import { removeWebhook } from '#server/webhooks/manage.ts'
import { listWebhooks } from '#server/webhooks/store.ts'
import { createPilot, makeFlight, readUploaded, unlimited, upload } from '#test/support/flights.ts'
import { registerApplication } from '#test/support/oauth.ts'
import { createKey, createUser } from '#test/support/people.ts'
import { type Receiver, startReceiver } from '#test/support/receiver.ts'
import { createCliHome } from '#test/support/sdk/cli.ts'
import { startGate } from '#test/support/sdk/gate.ts'
import { startServer } from '#test/support/server.ts'
import { giveConsent } from '#test/support/webhooks.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const FLIGHTS = process.env.SWEEPS ? 200 : 8
const KILLS = process.env.SWEEPS ? 20 : 2
const readFlightId = (body: string) => (JSON.parse(body) as { flight: { id: string } }).flight.id
const often = ['--every', '0.2']

/** The requests received, each verified; the id and the number of each. */
async function readAll({ received }: Receiver, secret: string) {
  return Promise.all(
    received.map(async ({ headers, body, sequence }) => ({
      ...(await verifyWebhook({ secret, headers, body })),
      sequence,
    })),
  )
}

suite('cloudstreet listen', { concurrency: true }, async () => {
  const server = await startServer({ after }, { environment: unlimited })

  test('the account: uploads, corrections and deletions arrive once, over a kill and an outage', async (context) => {
    const pilot = await createPilot(server)
    const receiver = await startReceiver(context)
    const gate = await startGate(context, server.url)
    const home = createCliHome(context, { CLOUDSTREET_URL: gate.url, CLOUDSTREET_KEY: pilot.token })
    await readUploaded(await upload(server, pilot, makeFlight(1)))
    let listening = home.start(['listen', ...often, '--forward', receiver.url])
    const [, secret = ''] = await listening.waitFor(/signed with (whsec_\S+)/)
    const kept = join(home.folder, 'state/cloudstreet/signing-secret')
    assert.equal(readFileSync(kept, 'utf8').trim(), secret)
    assert.equal(statSync(kept).mode & 0o777, 0o600)
    const { id } = await readUploaded(await upload(server, pilot, makeFlight(2)))
    const shown = await listening.waitFor(/\d\d:\d\d:\d\d {2}flight\.uploaded +(\w+) {2}200 {2}\d+ ms\n/)
    assert.equal(shown[1], id)
    await listening.end('SIGKILL')

    // Meanwhile nothing listens.
    const path = `/api/v1/flights/${id}`
    const headers = { ...pilot.headers, 'content-type': 'application/json' }
    await server.fetch(path, { method: 'PATCH', headers, body: '{"is_tandem":true}' })
    const { id: second } = await readUploaded(await upload(server, pilot, makeFlight(3)))
    listening = home.start(['listen', ...often, '--forward', receiver.url, '--json'])
    await receiver.waitFor(3)
    gate.close()
    await server.fetch(path, { method: 'DELETE', headers: pilot.headers })
    await listening.waitFor(/could not be reached.* Trying again/)
    gate.open()
    await listening.waitFor(/"flight\.deleted"/)
    assert.equal(await listening.end('SIGINT'), 0)
    assert.match(listening.err(), /Stopped\. To go on from here elsewhere: --since \S+\n$/)

    const verified = await readAll(receiver, secret)
    assert.deepEqual(
      verified.map(({ event, sequence }) => [sequence, event.event, 'flight' in event && event.flight.id]),
      [
        [1, 'flight.uploaded', id],
        [2, 'flight.updated', id],
        [3, 'flight.uploaded', second],
        [4, 'flight.deleted', id],
      ],
    )
    assert.deepEqual(verified[0]?.event.user, { id: pilot.user.id })
    const [line = '{}'] = listening.out().split('\n')
    const { answer } = JSON.parse(line) as { answer: object }
    assert.deepEqual({ ...answer, latencyMs: 0 }, { status: 200, latencyMs: 0, attempts: 1 })
  })

  test(`killed ${KILLS} times while ${FLIGHTS} flights come: each at least once, no number twice`, async (context) => {
    const pilot = await createPilot(server)
    const receiver = await startReceiver(context)
    const home = createCliHome(context, { CLOUDSTREET_URL: server.url, CLOUDSTREET_KEY: pilot.token })
    const start = () => home.start(['listen', ...often, '--forward', receiver.url])
    let listening = start()
    await listening.waitFor(/Forwarding/)
    const ids = new Set<string>()
    for (let seed = 1; seed <= FLIGHTS; seed++) {
      ids.add((await readUploaded(await upload(server, pilot, makeFlight(seed)))).id)
      if (seed % Math.floor(FLIGHTS / KILLS) !== 0) continue
      await sleep(Math.random() * 600)
      await listening.end('SIGKILL')
      listening = start()
    }
    const read = () => receiver.received.map(({ sequence, body }) => ({ sequence, id: readFlightId(body) }))
    await waitUntil('every flight has come', () => new Set(read().map(({ id }) => id)).size >= FLIGHTS)
    await listening.end('SIGINT')
    assert.deepEqual(new Set(read().map(({ id }) => id)), ids)
    const pairs = new Set(read().map(({ sequence, id }) => `${sequence} ${id}`))
    assert.equal(pairs.size, FLIGHTS, 'the same number when it came again')
    assert.equal(new Set(read().map(({ sequence }) => sequence)).size, FLIGHTS)
  })

  test('without an address events are printed, from the beginning when it is asked for', async (context) => {
    const pilot = await createPilot(server)
    const key = await createKey(server, pilot.user, ['flights:read'])
    const home = createCliHome(context, { CLOUDSTREET_URL: server.url, CLOUDSTREET_KEY: key })
    const { id } = await readUploaded(await upload(server, pilot, makeFlight(1)))
    const listening = home.start(['listen', ...often, '--since', 'start', '--events', 'flight.uploaded'])
    await listening.waitFor(new RegExp(`flight\\.uploaded +${id}\n`))
    assert.match(listening.err(), /lacks profile:read/)
    assert.equal(await listening.end('SIGTERM'), 0)
    assert.equal((await home.run(['listen', '--events', 'flight.landed'])).code, 2)
  })

  test('an application hears of the flights of its pilots, and keeps one webhook for it', async (context) => {
    const developer = await createUser(server)
    const application = await registerApplication(server, {
      owner: developer,
      grants: ['client_credentials'],
    })
    const pilot = await createPilot(server)
    await giveConsent(server, pilot.user, application.id)
    const receiver = await startReceiver(context)
    const home = createCliHome(context, {
      CLOUDSTREET_URL: server.url,
      CLOUDSTREET_CLIENT_ID: application.id,
      CLOUDSTREET_CLIENT_SECRET: application.secret ?? '',
    })
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
    const first = home.start(['listen', ...often, '--forward', receiver.url, '--secret', secret])
    await first.waitFor(/Forwarding to/)
    const fly = async (seed: number) => {
      await readUploaded(await upload(server, pilot, makeFlight(seed)))
      await fanOut(server.services)
    }
    await fly(1)
    await first.waitFor(/flight\.uploaded .* 200/)
    await first.end('SIGINT')
    await fly(2)
    const second = home.start(['listen', ...often, '--forward', receiver.url])
    await receiver.waitFor(2)
    await second.end('SIGINT')
    assert.doesNotMatch(second.err(), /a new webhook/)

    // Deleted in the dashboard: another one is made, whose numbers begin at 1.
    const { services } = server
    const [webhook] = await listWebhooks(services.db.sql, { applicationId: application.id })
    await removeWebhook(services, { applicationId: application.id }, webhook?.id ?? '', byService)
    const third = home.start(['listen', ...often, '--forward', receiver.url])
    await third.waitFor(/a new webhook(?:.|\n)*Forwarding/)
    await fly(3)
    await receiver.waitFor(3)
    await third.end('SIGINT')
    const verified = await readAll(receiver, secret)
    assert.deepEqual(
      verified.map(({ sequence, event }) => [sequence, event.user.id]),
      [
        [1, pilot.user.id],
        [2, pilot.user.id],
        [1, pilot.user.id],
      ],
    )
  })
})
