// run: all
// Sample events: from this machine, and by the service.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { verifyWebhook } from '#sdk/index.ts'
import { deliverDue } from '#server/webhooks/delivery/deliver.ts'
import { unlimited } from '#test/support/flights.ts'
import { createKey, createUser } from '#test/support/people.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { createCliHome } from '#test/support/sdk/cli.ts'
import { startServer } from '#test/support/server.ts'
import { onLoopback } from '#test/support/webhooks.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

suite('cloudstreet trigger', { concurrency: true }, async () => {
  const server = await startServer({ after }, { environment: { ...unlimited, ...onLoopback } })

  test('a sample is made and signed here, needs no account, and says so', async (context) => {
    const receiver = await startReceiver(context)
    const home = createCliHome(context)
    const secret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`
    const sent = await home.run([
      'trigger',
      'connection.ended',
      '--forward',
      receiver.url,
      '--secret',
      secret,
    ])
    assert.equal(sent.code, 0, sent.err)
    assert.match(
      sent.out,
      /^This machine has sent a sample connection\.ended, signed with whsec_\S+, to .*: 200/,
    )
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    const { event, isTest } = await verifyWebhook({ secret, headers, body })
    assert.deepEqual([event.event, isTest], ['connection.ended', true])
    receiver.behave((response) => void response.writeHead(500).end())
    const failed = await home.run(['trigger', 'flight.uploaded', '--forward', receiver.url])
    assert.equal(failed.code, 1)
    assert.match(failed.out, /500 .* given up: the receiver answered 500/)
  })

  test('the service sends to the webhook, and its answer is shown', async (context) => {
    const user = await createUser(server)
    const receiver = await startReceiver(context)
    // What a sign-in on a phone asks for, too.
    const narrow = await createKey(server, user, ['flights:read', 'flights:write', 'profile:read'])
    const signedIn = createCliHome(context, { CLOUDSTREET_URL: server.url, CLOUDSTREET_KEY: narrow })
    for (const words of [['trigger', 'flight.deleted'], ['webhooks']]) {
      const { code, err } = await signedIn.run(words)
      assert.equal(code, 1)
      assert.match(err, /webhooks:manage, made under Developers, Keys:\n {2}CLOUDSTREET_KEY=\S+ cloudstreet /)
    }
    const key = await createKey(server, user, ['webhooks:manage'])
    const home = createCliHome(context, { CLOUDSTREET_URL: server.url, CLOUDSTREET_KEY: key })
    const none = await home.run(['trigger', 'flight.deleted'])
    assert.deepEqual([none.code, /no webhook that is enabled/.test(none.err)], [1, true])
    await createWebhook(server.services, { userId: user.id }, receiver.url)
    const running = home.start(['trigger', 'flight.deleted'])
    await waitUntil('the event has come', async () => {
      await deliverDue(server.services)
      return receiver.received.length > 0
    })
    const shown = await running.waitFor(
      /The service has sent a test event flight\.deleted \(number 1\) to \S+: 200/,
    )
    assert.ok(shown)
    assert.equal(receiver.received[0]?.headers['x-cloudstreet-test'], 'true')
  })

  test('of several webhooks the addresses are told, and how to name one', async (context) => {
    const user = await createUser(server)
    const key = await createKey(server, user, ['webhooks:manage'])
    const home = createCliHome(context, { CLOUDSTREET_URL: server.url, CLOUDSTREET_KEY: key })
    const webhooks: { id: string; url: string }[] = []
    for (const url of ['http://127.0.0.1:1/one', 'http://127.0.0.1:1/two']) {
      const { id } = await createWebhook(server.services, { userId: user.id }, url)
      webhooks.push({ id, url })
    }
    const ran = await home.run(['trigger', 'flight.deleted'])
    assert.equal(ran.code, 2)
    for (const { id, url } of webhooks) assert.ok(ran.err.includes(`--webhook ${id}  ${url}`), ran.err)
  })

  test('an event that is not known is told', async (context) => {
    const ran = await createCliHome(context).run(['trigger', 'flight.landed'])
    assert.deepEqual([ran.code, /One of flight\.uploaded/.test(ran.err)], [2, true])
  })
})
