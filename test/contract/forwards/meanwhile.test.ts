// run: all
// The pilot changes a destination while its service has not answered yet: the answer to what was tried before leaves it alone.
import assert from 'node:assert/strict'
import { after, before, suite, test, type TestContext } from 'node:test'
import { createBoxKind, offerInstead, startBox } from '#test/support/forwards/box.ts'
import {
  addDestination,
  ask,
  createForwarder,
  DAY,
  findDestination,
  forwarding,
  listForwards,
  MINUTE,
  uploadFlight,
  work,
} from '#test/support/forwards/pilots.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { confirmIdentity } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

suite('while a destination is tried', async () => {
  let takeBack: (() => void) | undefined
  before(() => void (takeBack = offerInstead({ webdav: createBoxKind({ isWatched: true }) })))
  after(() => takeBack?.())
  const mails = await startMailServer({ after })
  const server = await startServer({ after }, { environment: { ...forwarding, SMTP_URL: mails.url } })
  const { sql } = server.services.db

  async function start(context: TestContext, { flights = 1, isSource = false, delayMs = 10 * MINUTE } = {}) {
    const [pilot, box] = [await createForwarder(server), await startBox(context)]
    const { id } = await addDestination(server, pilot, box, { isSource })
    for (let seed = 1; seed <= flights; seed++) await uploadFlight(server, pilot, seed)
    if (!isSource) server.advance(delayMs)
    const post = async (path: string, body?: object) => {
      const { status, text } = await ask(server, pilot, 'POST', path, body)
      assert.ok(status < 300, text)
    }
    return {
      pilot,
      box,
      id,
      pause: (state: 'paused' | 'off') => post(`/destinations/${id}/pause`, { state }),
      resume: () => post(`/destinations/${id}/resume`),
      look: () => post(`/destinations/${id}/look`),
      tryNow: (forward: { id: string } | undefined) => post(`/forwards/${forward?.id}/retry`),
      change: async (body: object) => {
        await confirmIdentity(server, pilot.user)
        const { status, text } = await ask(server, pilot, 'PATCH', `/destinations/${id}`, body)
        assert.equal(status, 200, text)
      },
      find: () => findDestination(server, pilot, id),
      forwards: () => listForwards(server, pilot, { id }),
    }
  }

  /** To the pilot, once everything is sent. */
  async function listMails({ user }: { user: { email: string } }): Promise<string[]> {
    await waitUntil(
      'all mail is sent',
      async () => (await sql`select id from queue where kind = 'emails'`).length === 0,
    )
    return mails.received.filter(({ to }) => to === user.email).map(({ text }) => text)
  }

  for (const state of ['paused', 'off'] as const) {
    test(`it stays ${state}, although the service then refuses the credential, and no email is sent`, async (context) => {
      const { pilot, box, pause, find } = await start(context)
      box.password = 'changed'
      box.meanwhile = () => pause(state)
      await work(server)
      assert.equal((await find()).state, state)
      assert.deepEqual(await listMails(pilot), [])
    })

    test(`it stays ${state}, although the daily sign-in then succeeds`, async (context) => {
      const { box, pause, find } = await start(context)
      box.password = 'locked'
      await work(server)
      assert.equal((await find()).state, 'needs_you')
      box.password = 'swordfish'
      box.meanwhile = () => pause(state)
      server.advance(DAY + MINUTE)
      await work(server)
      assert.deepEqual([(await find()).state, box.flights.size], [state, 0])
    })
  }

  test('a new credential is kept, and used at once, although the old one is then refused', async (context) => {
    const { pilot, box, change, find } = await start(context, { flights: 2 })
    box.password = 'new'
    box.meanwhile = () => change({ credential: { password: 'new' } })
    await work(server)
    assert.deepEqual([(await find()).state, (await find()).words, box.flights.size], ['active', null, 2])
    assert.deepEqual(await listMails(pilot), [])
  })

  test('a new credential is used at once, although the daily sign-in with the old one then fails', async (context) => {
    const { box, change, find } = await start(context)
    box.password = 'new'
    await work(server)
    box.meanwhile = () => change({ credential: { password: 'new' } })
    server.advance(DAY + MINUTE)
    await work(server)
    assert.deepEqual([(await find()).state, box.flights.size], ['active', 1])
  })

  test('a new address gets the next flight, and the old one no more', async (context) => {
    const { box, change } = await start(context, { flights: 2 })
    const other = await startBox(context)
    const settings = { url: other.url }
    box.meanwhile = () => change({ settings, credential: { password: 'swordfish' } })
    await work(server)
    assert.deepEqual([box.flights.size, other.flights.size], [1, 1])
  })

  test('a new address is tried at once, although the old one then fails', async (context) => {
    const { box, change, find, forwards } = await start(context)
    const other = await startBox(context)
    box.fault = (_request, response) => Boolean(response.writeHead(503).end('Closed'))
    const settings = { url: other.url }
    box.meanwhile = () => change({ settings, credential: { password: 'swordfish' } })
    await work(server)
    assert.deepEqual([other.flights.size, (await forwards())[0]?.state], [1, 'delivered'])
    assert.equal((await find()).failingSince, null)
  })

  test('a flight that is tried now is sent at once, although the one before it then fails', async (context) => {
    const { box, forwards, tryNow } = await start(context, { flights: 2 })
    let failures = 0
    box.fault = (_request, response, isStored) =>
      !isStored && ++failures === 1 && Boolean(response.writeHead(503).end('Busy'))
    box.meanwhile = async () => tryNow((await forwards()).find(({ state }) => state === 'waiting'))
    await work(server)
    assert.equal(box.flights.size, 2)
  })

  test('a destination that is resumed goes on at once, although the service then fails', async (context) => {
    const { box, forwards, pause, resume } = await start(context)
    let failures = 0
    box.fault = (_request, response, isStored) =>
      !isStored && ++failures === 1 && Boolean(response.writeHead(503).end('Busy'))
    box.meanwhile = async () => {
      await pause('paused')
      await resume()
    }
    await work(server)
    assert.equal((await forwards())[0]?.state, 'delivered')
  })

  test('a flight that has arrived is there, whatever the pilot does meanwhile', async (context) => {
    const { box, find, forwards, pause } = await start(context, { flights: 2 })
    box.meanwhile = () => pause('off')
    await work(server)
    const { state, delivered, waiting } = await find()
    assert.deepEqual({ state, delivered, waiting }, { state: 'off', delivered: 1, waiting: 1 })
    assert.deepEqual((await forwards()).map((one) => one.state).toSorted(), ['delivered', 'waiting'])
  })

  test('an email names it as it is called now', async (context) => {
    const { pilot, box, change } = await start(context)
    box.password = 'changed'
    box.meanwhile = () => change({ label: 'The new name' })
    await work(server)
    const [mail] = await listMails(pilot)
    assert.match(mail ?? '', /The new name/)
  })

  test('a change of its name alone lets it wait as before', async (context) => {
    const { box, change, find } = await start(context)
    box.fault = (_request, response) => Boolean(response.writeHead(503).end('Closed'))
    await work(server)
    const { settings } = await find()
    await change({ label: 'Renamed', settings })
    await work(server)
    assert.equal(box.asked.filter((asked) => asked.startsWith('PUT')).length, 1)
  })

  test('a folder that is watched stays paused, although its service then refuses the credential', async (context) => {
    const { pilot, box, pause, find } = await start(context, { flights: 0, isSource: true })
    box.password = 'changed'
    box.meanwhile = () => pause('paused')
    await work(server)
    assert.equal((await find()).state, 'paused')
    assert.deepEqual(await listMails(pilot), [])
  })

  test('a folder that is to be looked at now is, when the look that goes on has ended', async (context) => {
    const { box, look } = await start(context, { flights: 0, isSource: true })
    box.meanwhile = look
    await work(server)
    assert.equal(box.asked.length, 2)
  })

  test('a destination that is deleted meanwhile is gone', async (context) => {
    const { pilot, box, id } = await start(context)
    box.password = 'changed'
    box.meanwhile = () => ask(server, pilot, 'DELETE', `/destinations/${id}`)
    await work(server)
    assert.equal((await ask(server, pilot, 'GET', `/destinations/${id}/forwards`)).status, 404)
    assert.deepEqual(await listMails(pilot), [])
  })
})
