// run: all
// Requests by hand, photos among them, webhooks and profiles.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { verifyWebhook } from '#sdk/index.ts'
import { deliverDue } from '#server/webhooks/delivery/deliver.ts'
import { createPilot, makeFlight, unlimited, uploadNew } from '#test/support/flights.ts'
import { createKey, createUser } from '#test/support/people.ts'
import { takePhoto } from '#test/support/photos/photos.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { createCliHome } from '#test/support/sdk/cli.ts'
import { startServer } from '#test/support/server.ts'
import { onLoopback } from '#test/support/webhooks.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

suite('cloudstreet', async () => {
  const server = await startServer({ after }, { environment: { ...unlimited, ...onLoopback } })
  const pilot = await createPilot(server, 'Ada Thermal')
  const flights = [
    await uploadNew(server, pilot, makeFlight(1)),
    await uploadNew(server, pilot, makeFlight(2)),
  ]
  const { id } = flights[0]!
  const environment = { CLOUDSTREET_URL: server.url, CLOUDSTREET_KEY: pilot.token }

  test('api sends a request of any kind and prints the answer', async (context) => {
    const home = createCliHome(context, environment)
    const profile = await home.run(['api', 'profile'])
    assert.deepEqual([profile.code, JSON.parse(profile.out).data.name], [0, 'Ada Thermal'], profile.err)
    assert.equal((await home.run(['api', '/api/v1/profile'])).out, profile.out)
    const tandem = await home.run([
      'api',
      `flights/${id}`,
      '-X',
      'PATCH',
      '-f',
      'is_tandem=true',
      '-f',
      'title=Two 1',
    ])
    assert.equal(tandem.code, 0, tandem.err)
    assert.equal(JSON.parse(tandem.out).data.is_tandem, true)
    writeFileSync(join(home.folder, 'body.json'), '{"is_tandem":false}')
    const again = await home.run(['api', `flights/${id}`, '-X', 'PATCH', '--input', 'body.json'])
    assert.equal(JSON.parse(again.out).data.is_tandem, false)
    const pages = await home.run(['api', 'flights?fields=light', '-f', 'limit=1', '--paginate'])
    const ids = pages.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).data[0].id as string)
    assert.deepEqual(ids.toSorted(), flights.map((flight) => flight.id).toSorted())
    assert.equal((await home.run(['api', `flights/${id}/igc`, '--output', 'a.igc'])).code, 0)
    assert.deepEqual(readFileSync(join(home.folder, 'a.igc')), Buffer.from(makeFlight(1)))
    const refused = await home.run(['api', 'flights/none'])
    assert.deepEqual(
      [refused.code, refused.err.startsWith('There is no such flight')],
      [1, true],
      refused.err,
    )
    for (const words of [
      [],
      ['//elsewhere.example/x'],
      ['../oauth/token'],
      ['profile', '-X', 'BREW'],
      ['profile', '-f', 'x'],
    ])
      assert.equal((await home.run(['api', ...words])).code, 2, words.join(' '))
  })

  test('photos are listed, added and removed', async (context) => {
    const home = createCliHome(context, environment)
    writeFileSync(join(home.folder, 'a.jpg'), await takePhoto(1))
    const path = `flights/${id}/photos`
    const picture = ['--input', 'a.jpg', '--type', 'image/jpeg']
    const added = await home.run(['api', `${path}?caption=Launch`, ...picture])
    const { data } = JSON.parse(added.out) as { data: { id: string; caption: string } }
    assert.equal(data.caption, 'Launch', added.err)
    assert.match((await home.run(['api', path])).out, new RegExp(data.id))
    assert.equal((await home.run(['api', `${path}/${data.id}`, '-X', 'DELETE'])).code, 0)
    assert.doesNotMatch((await home.run(['api', path])).out, new RegExp(data.id))
  })

  test('webhooks are created, listed, tested with a flight, and their events sent again', async (context) => {
    const receiver = await startReceiver(context)
    const key = await createKey(server, pilot.user, ['profile:read', 'flights:read', 'webhooks:manage'])
    const home = createCliHome(context, { ...environment, CLOUDSTREET_KEY: key })
    const created = await home.run([
      'webhooks',
      'create',
      receiver.url,
      '--events',
      'flight.uploaded,flight.updated',
    ])
    const [, hook = '', secret = ''] = /^(\w+)  \S+\nIts secret: (\S+)\n$/.exec(created.out) ?? []
    assert.match(created.err, /not shown again/, created.out)
    const listed = await home.run(['webhooks'])
    assert.match(listed.out, new RegExp(`${hook}  on  flight.uploaded,flight.updated`))
    assert.equal((await home.run(['webhooks', 'list'])).out, listed.out)
    for (const [event, number] of [
      ['flight.updated', 1],
      ['flight.deleted', 2],
    ] as const) {
      const testing = home.start(['trigger', event, '--flight', id])
      await waitUntil('the event has come', async () => {
        await deliverDue(server.services)
        return receiver.received.length === number
      })
      await testing.waitFor(/The service has sent a test event .* 200/)
      const { headers, body } = receiver.received.at(-1)!
      const verified = await verifyWebhook({ secret, headers, body })
      const { flight, user } = verified.event as {
        flight: { id: string; hash: string }
        user: { id: string }
      }
      assert.deepEqual([verified.isTest, verified.event.event, user.id], [true, event, pilot.user.id])
      assert.deepEqual([flight.id, flight.hash], [id, flights[0]!.hash])
    }
    const replayed = await home.run(['webhooks', 'replay', hook, '--since', '2020-01-01T00:00:00Z', '--json'])
    assert.deepEqual([replayed.code, JSON.parse(replayed.out)], [0, { replayed: 0 }], replayed.err)
    const none = await home.run(['trigger', 'flight.uploaded', '--flight', '0'.repeat(24)])
    assert.deepEqual([none.code, none.err.startsWith('There is no such flight.')], [1, true], none.err)
    const narrow = await createKey(server, pilot.user, ['webhooks:manage'])
    const other = createCliHome(context, { ...environment, CLOUDSTREET_KEY: narrow })
    assert.match(
      (await other.run(['trigger', 'flight.uploaded', '--flight', id])).err,
      /needs the scope flights:read/,
    )
    for (const words of [
      ['webhooks', 'create'],
      ['webhooks', 'replay', hook],
      ['webhooks', 'test'],
    ])
      assert.equal((await home.run(words)).code, 2, words.join(' '))
  })

  test('each profile has a sign-in by itself', async (context) => {
    const home = createCliHome(context)
    const signIn = async (name: string, words: string[]) => {
      const input = await createKey(server, await createUser(server, name), ['profile:read'])
      const login = await home.run([...words, 'login', '--url', server.url, '--key', '-'], { input })
      assert.equal(login.code, 0, login.err)
    }
    await signIn('Ada', [])
    await signIn('Club', ['--profile', 'club'])
    assert.match((await home.run(['whoami'])).out, /^Ada at/)
    assert.match((await home.run(['whoami', '--profile=club'])).out, /^Club at/)
    assert.match((await home.run(['profiles'])).out, /^profile +at\n\(default\) +http.*\nclub +http.*\n$/)
    const unknown = await home.run(['whoami', '--profile', 'none'])
    assert.deepEqual([unknown.code, unknown.err.includes('not signed in')], [4, true])
    assert.equal((await home.run(['whoami', '--profile', '../x'])).code, 2)
    assert.equal((await home.run(['--profile', 'club', 'logout'])).out, 'Signed out.\n')
    assert.deepEqual(readdirSync(join(home.folder, 'config/cloudstreet/profiles')), [])
    assert.match((await home.run(['whoami'])).out, /^Ada at/)
  })
})
