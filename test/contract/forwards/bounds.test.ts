// run: all
// A destination costs its service, and tells its pilot, no more than it should: requests, words, credentials, names.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { CheckResult, NewDestination } from '#contract/forwards/destinations.ts'
import {
  addDestination,
  ask,
  createForwarder,
  findDestination,
  type Forwarder,
  forwarding,
  work,
} from '#test/support/forwards/pilots.ts'
import { startService } from '#test/support/forwards/service.ts'
import { confirmIdentity } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const password = 'k7Tq & 9"xWm-é'

suite('a destination', async () => {
  const environment = { ...forwarding, OPERATORS: 'someone@example.org' }
  const server = await startServer({ after }, { environment })
  const add = (pilot: Forwarder, url: string, more: Partial<NewDestination> = {}) =>
    addDestination(
      server,
      pilot,
      { url },
      { settings: { url, user: 'ada' }, credential: { password }, ...more },
    )
  const check = async (pilot: Forwarder, { id }: { id: string }) =>
    (await ask(server, pilot, 'POST', `/destinations/${id}/check`)).body.data as CheckResult['data']

  test('makes at most ten folders, and a check at most fifteen requests', async (context) => {
    const pilot = await createForwarder(server)
    const { url, asked } = await startService(context, (request, response) =>
      response.writeHead(request.method === 'PROPFIND' ? 404 : 409).end(),
    )
    const tooDeep = await check(pilot, await add(pilot, `${url}${'/a'.repeat(990)}`))
    assert.deepEqual(
      [tooDeep.result, tooDeep.words],
      ['missing', 'At most 10 folders are made: make those above by yourself.'],
    )
    assert.ok(asked.length <= 15, `${asked.length}`)
    assert.ok(new Set(asked.filter((one) => one.startsWith('MKCOL'))).size <= 10)

    const folders = await startService(context, (request, response) => {
      const child = (name: number) =>
        `<response><href>${request.url}${name}/</href><propstat><prop><resourcetype><collection/></resourcetype></prop></propstat></response>`
      const body = Array.from({ length: 90 }, (_, name) => child(name)).join('')
      response.writeHead(207).end(`<multistatus xmlns="DAV:">${body}</multistatus>`)
    })
    const source = await add(pilot, folders.url, { isSource: true })
    assert.equal((await check(pilot, source)).ok, true)
    assert.ok(folders.asked.length <= 15, `${folders.asked.length}`)
  })

  test('that is watched and not there says so', async (context) => {
    const pilot = await createForwarder(server)
    const { url, asked } = await startService(context, (_request, response) =>
      response.writeHead(404).end('Oops'),
    )
    const source = await add(pilot, url, { isSource: true })
    const { result, words } = await check(pilot, source)
    assert.deepEqual([result, words], ['missing', 'The folder is not there.'])
    await work(server)
    const shown = await findDestination(server, pilot, source.id)
    assert.deepEqual([shown.state, shown.words], ['needs_you', 'The folder is not there.'])
    assert.ok(
      asked.every((one) => one.startsWith('PROPFIND')),
      asked.join(),
    )
  })

  const echoes = {
    'as it is': password,
    'in capital letters, on two lines': password.toUpperCase().replace('-', '-\n'),
    'in an address': encodeURIComponent(password),
    'in JSON': JSON.stringify({ message: `no ${password}` }),
    'in HTML': `<p>no <b>${password.replace('&', '&amp;').replace('"', '&quot;')}</b>`,
    'in HTML, by numbers': `<p>no ${password.replaceAll(/[^a-z0-9]/gi, (one) => `&#${one.codePointAt(0)};`)}`,
    'in JSON, escaped': `{"errors": ["no ${password.replaceAll(/[^a-z0-9]/gi, (one) => `\\u${one.codePointAt(0)!.toString(16).padStart(4, '0')}`)}"]}`,
    'in a form': new URLSearchParams({ 'it was': password }).toString(),
    'in Latin-1': Buffer.from(`no ${password}`, 'latin1'),
    'as it was sent': Buffer.from(`ada:${password}`).toString('base64'),
    'cut off': `${'x'.repeat(994)}${password}`,
  }
  for (const [how, body] of Object.entries(echoes))
    test(`keeps no words of a service that contain the credential ${how}`, async (context) => {
      const pilot = await createForwarder(server)
      const { url } = await startService(context, (_request, response) => response.writeHead(401).end(body))
      const { words } = await check(pilot, await add(pilot, url))
      assert.equal(words, 'The answer has the credential in it and is not kept.')
    })

  test('keeps its credential only for addresses below the one of before', async (context) => {
    const pilot = await createForwarder(server)
    const { url } = await startService(context, (_request, response) => response.writeHead(207).end())
    const { id } = await add(pilot, `${url}/dav/ada/Flights`)
    const change = async (settings: object) => {
      await confirmIdentity(server, pilot.user)
      return (
        await ask(server, pilot, 'PATCH', `/destinations/${id}`, { settings: { user: 'ada', ...settings } })
      ).status
    }
    const refused = [
      '',
      '/dav/ada',
      '/dav/ada/Flights2',
      '/dav/ada/Flights/../Photos',
      '/dav/ada/Flights/..%2fPhotos',
      '/dav/ada/Flights/%252e%252e/x',
    ]
    for (const path of refused) assert.equal(await change({ url: url + path }), 400, path)
    const allowed = ['/dav/ada/Flights/', '/dav/ada/Flights/2026', '/dav/ada/Flights/2026/May']
    for (const path of allowed) assert.equal(await change({ url: url + path }), 200, path)
  })

  test('learns of no person who runs this service, but of its published contact', async (context) => {
    const seen: (string | undefined)[] = []
    const { url } = await startService(context, (request, response) => {
      seen.push(request.headers['user-agent'])
      response.writeHead(207).end()
    })
    const other = await startServer(context, {
      environment: { ...environment, SECURITY_CONTACT: 'https://example.org/contact' },
    })
    for (const on of [server, other]) {
      const pilot = await createForwarder(on)
      const settings = { url, user: 'ada' }
      const { id } = await addDestination(on, pilot, { url }, { settings, credential: { password } })
      await ask(on, pilot, 'POST', `/destinations/${id}/check`)
    }
    assert.match(seen[0] ?? '', /^Cloudstreet\/\S+ \(\+http:\/\/[^;@]+\)$/)
    assert.match(seen[1] ?? '', /; https:\/\/example\.org\/contact\)$/)
  })
})
