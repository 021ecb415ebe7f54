// run: sweeps; measures how others fare during an attack; the limits that protect them have tests in every run
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { compareTimes, measureTimes } from '#test/support/abuse/honest-times.ts'
import { startNameServer, type Zone } from '#test/support/abuse/name-server.ts'
import { createUser } from '#test/support/people.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer } from '#test/support/server.ts'
import { onLoopback, recordUploads } from '#test/support/webhooks.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

/** The attacker's name server never answers; the honest one's does at once. */
const zoneWith =
  (honestAddress: string): Zone =>
  (name, type) => {
    if (name.endsWith('.attacker.example')) return 'silent'
    return name === 'honest.example' && type === 'A' ? [honestAddress] : []
  }

suite('a name server that never answers', async () => {
  test('holds up no registration but the attacker’s own, and that one not for ever', async (context) => {
    const nameServer = await startNameServer(context, zoneWith('8.8.8.8'))
    const server = await startServer(context, { nameServers: [nameServer.address] })
    const attacker = await createUser(server)
    const register = async () => {
      const pilot = await createUser(server)
      return createWebhook(server.services, { userId: pilot.id }, 'https://honest.example/hook')
    }
    const alone = await measureTimes(register)
    const registrations = Array.from({ length: 20 }, (_, index) =>
      createWebhook(server.services, { userId: attacker.id }, `https://h${index}.attacker.example/`),
    )
    let isWaiting = true
    const all = Promise.all(registrations).finally(() => (isWaiting = false))
    compareTimes(context, alone, await measureTimes(register))
    assert.ok(isWaiting, 'the attacker’s names were waited for meanwhile')
    await all
  })

  test('holds up no delivery but the attacker’s own', async (context) => {
    const nameServer = await startNameServer(context, zoneWith('127.0.0.1'))
    const server = await startServer(context, {
      environment: { ...onLoopback, WEBHOOK_TIMEOUT_MS: '20000' },
      nameServers: [nameServer.address],
      work: true,
    })
    const [attacker, pilot] = [await createUser(server), await createUser(server)]
    const receiver = await startReceiver(context)
    const honestUrl = receiver.url.replace('127.0.0.1', 'honest.example')
    await createWebhook(server.services, { userId: pilot.id }, honestUrl)
    for (let index = 0; index < 20; index++)
      await createWebhook(server.services, { userId: attacker.id }, `http://h${index}.attacker.example/`)
    const deliver = async () => {
      const before = receiver.received.length
      await recordUploads(server, pilot, 1)
      await receiver.waitFor(before + 1)
    }
    const alone = await measureTimes(deliver)
    await recordUploads(server, attacker, 2)
    const isAsked = () => nameServer.asked.filter((question) => question.includes('attacker')).length >= 5
    for (let waits = 0; waits < 1000 && !isAsked(); waits++)
      await new Promise((resolve) => setTimeout(resolve, 10))
    assert.ok(isAsked(), 'the attacker’s names are waited for')
    compareTimes(context, alone, await measureTimes(deliver))
  })
})
