// run: all
// From an upload to a real destination, through the queue: byte for byte, and once.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import type { CheckResult, Destination, NewDestination } from '#contract/forwards/destinations.ts'
import { davServers, davUser } from '#test/support/forwards/dav-servers.ts'
import {
  addDestination,
  ask,
  createForwarder,
  DAY,
  findDestination,
  type Forwarder,
  forwarding,
  listForwards,
  MINUTE,
  uploadFlight,
  work,
} from '#test/support/forwards/pilots.ts'
import { startSignatureCheck } from '#test/support/forwards/s3-signature.ts'
import { confirmIdentity } from '#test/support/people.ts'
import { s3Credentials, startBucket } from '#test/support/installation/s3-server.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { startServer } from '#test/support/server.ts'

const keys = {
  accessKeyId: s3Credentials.AWS_ACCESS_KEY_ID,
  secretAccessKey: s3Credentials.AWS_SECRET_ACCESS_KEY,
}

suite('an upload', async () => {
  const mail = await startMailServer({ after } as never)
  const environment = { ...forwarding, FORWARD_TIMEOUT_MS: '20000', SMTP_URL: mail.url }
  const server = await startServer({ after }, { environment })

  const add = (pilot: Forwarder, more: Partial<NewDestination>) =>
    addDestination(server, pilot, { url: '' }, more)
  const check = async (pilot: Forwarder, { id }: Destination) =>
    ((await ask(server, pilot, 'POST', `/destinations/${id}/check`)).body as unknown as CheckResult).data
  const sendFlight = async (pilot: Forwarder, destination: Destination, seed: number) => {
    const flight = await uploadFlight(server, pilot, seed)
    server.advance(10 * MINUTE)
    await work(server)
    const [forward] = await listForwards(server, pilot, destination)
    return { bytes: Buffer.from(flight.bytes), forward }
  }

  for (const { name, skip, start } of davServers)
    test(
      `reaches a folder at ${name}; a new password there pauses it, and nothing is lost`,
      { skip },
      async (context) => {
        const dav = await start(context as never)
        const { user, password } = davUser
        const pilot = await createForwarder(server)
        const settings = { url: `${dav.url}/flights`, user, yearFolders: true }
        const destination = await add(pilot, { kind: 'webdav', settings, credential: { password } })
        assert.deepEqual(await check(pilot, destination), { ok: true, result: 'delivered', words: null })
        const { bytes, forward } = await sendFlight(pilot, destination, 1)
        assert.equal(forward?.state, 'delivered', JSON.stringify(forward))
        assert.deepEqual(readFileSync(join(dav.files, 'flights', forward.foreignId ?? '')), bytes)
        // It reads its passwords only when it starts.
        if (name === 'rclone') return

        dav.changePassword()
        const late = await sendFlight(pilot, destination, 2)
        assert.equal(late.forward?.state, 'waiting')
        assert.equal((await findDestination(server, pilot, destination.id)).state, 'needs_you')
        await confirmIdentity(server, pilot.user)
        const change = { credential: { password: 'another' } }
        await ask(server, pilot, 'PATCH', `/destinations/${destination.id}`, change)
        server.advance(MINUTE)
        await work(server)
        const [delivered] = await listForwards(server, pilot, destination)
        assert.equal(delivered?.state, 'delivered', JSON.stringify(delivered))
        assert.deepEqual(readFileSync(join(dav.files, 'flights', delivered.foreignId ?? '')), late.bytes)
        assert.equal(
          readdirSync(join(dav.files, 'flights', (delivered.foreignId ?? '').slice(0, 4))).length,
          2,
        )
      },
    )

  test('reaches a bucket', async (context) => {
    const endpoint = new URL((await startBucket(context)).url).searchParams.get('endpoint')!
    const url = await startSignatureCheck(context, endpoint, keys)
    const pilot = await createForwarder(server)
    const settings = { url, bucket: 'flights', region: 'eu-central-1' }
    const destination = await add(pilot, { kind: 's3', settings, credential: keys })
    assert.equal((await check(pilot, destination)).ok, true)
    const { bytes, forward } = await sendFlight(pilot, destination, 3)
    assert.equal(forward?.state, 'delivered', JSON.stringify(forward))
    const stored = await fetch(`${endpoint}/flights/${encodeURIComponent(forward.foreignId ?? '')}`)
    assert.deepEqual(Buffer.from(await stored.arrayBuffer()), bytes)
  })

  test('reaches an address once its reader has agreed, who is asked no more than three times a day', async () => {
    const to = 'secretary@club.example'
    const pilot = await createForwarder(server)
    const destination = await add(pilot, { kind: 'email', settings: { to }, credential: {} })
    for (let time = 0; time < 5; time++) assert.equal((await check(pilot, destination)).result, 'credential')
    const asked = mail.received.filter((received) => received.to === to)
    assert.equal(asked.length, 3)
    const { forward } = await sendFlight(pilot, destination, 4)
    assert.equal(forward?.state, 'waiting')
    // The probe of a worker mails no one.
    server.advance(2 * DAY)
    await work(server)
    assert.equal(mail.received.filter((received) => received.to === to).length, 3)

    const [, code = ''] = /pilot: (\S+)/.exec(asked[0]?.text ?? '') ?? []
    await confirmIdentity(server, pilot.user)
    await ask(server, pilot, 'PATCH', `/destinations/${destination.id}`, { credential: { code } })
    server.advance(MINUTE)
    await work(server)
    const [sent] = await listForwards(server, pilot, destination)
    assert.equal(sent?.state, 'delivered', JSON.stringify(sent))
    const toReader = mail.received.filter((received) => received.to === to)
    assert.equal(toReader.length, 4)

    // Its reader has enough: the link asks, its button ends it for good.
    const links = toReader.map(
      ({ text }) => /http\S+end-forwarding\S+/.exec(text.replaceAll('=\n', '').replaceAll('=3D', '='))?.[0],
    )
    const [link = ''] = links
    assert.ok(links.every((one) => one === link) && link !== '', String(links))
    const path = new URL(link).pathname + new URL(link).search
    assert.equal((await server.fetch(path.replace('token=', 'token=x'))).status, 400)
    const page = await server.fetch(path)
    const html = await page.text()
    assert.equal(page.status, 200)
    assert.ok(html.includes(to))
    assert.equal(
      (await findDestination(server, pilot, destination.id)).state,
      'active',
      'a scanner opens links',
    )
    const field = (name: string) => new RegExp(`name="?${name}"? value="([^"]+)"`).exec(html)?.[1] ?? ''
    const done = await server.fetch('/end-forwarding', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: page.headers.get('set-cookie')?.split(';')[0] ?? '',
        origin: server.url,
      },
      body: new URLSearchParams({ token: field('token'), form_token: field('form_token') }),
    })
    assert.equal(done.status, 200, await done.text())
    assert.equal((await findDestination(server, pilot, destination.id)).state, 'off')
    await ask(server, pilot, 'POST', `/destinations/${destination.id}/resume`)
    const anew = await add(pilot, { kind: 'email', settings: { to: to.toUpperCase() }, credential: { code } })
    for (const one of [destination, anew]) {
      const { result, words } = await check(pilot, one)
      assert.deepEqual([result, words], ['refused', 'The reader of this address has ended your emails.'])
    }
    await sendFlight(pilot, anew, 5)
    assert.equal(mail.received.filter((received) => received.to.toLowerCase() === to).length, 4)
  })
})
