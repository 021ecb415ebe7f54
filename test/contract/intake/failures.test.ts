// run: all
// Refused uploads by user agent, as the maker of an instrument sees them.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { UploadFailure } from '#dashboard/access.ts'
import { findError, readIgc } from '#igc/read.ts'
import { describeReason } from '#server/access/failures/reasons.ts'
import { addFailures } from '#server/access/failures/store.ts'
import { pruneRows } from '#server/prune.ts'
import { readZip } from '#test/support/archives/zip.ts'
import { addDevice, type TestDevice } from '#test/support/devices.ts'
import { makeFlight, multipart, unlimited } from '#test/support/flights.ts'
import { obtainTokens, registerApplication } from '#test/support/oauth.ts'
import { bearer, createKey, createSignedInUser, createUser, signIn } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'
import { recipes } from '../../../vectors/vectors.ts'

const DAY_MS = 86_400_000
const NO_DATE = Buffer.from(makeFlight(66_000))
  .toString('latin1')
  .replaceAll(/^HFDTE.*\r\n/gm, '')

interface Sent {
  login: string
  password: string
  igc: string
  agent: string
}

suite('refused uploads', async () => {
  const server = await startServer({ after }, { environment: { ...unlimited, MAX_UPLOAD_BYTES: '300000' } })
  const post = async (path: string, agent: string, init: RequestInit) => {
    const headers = { ...(init.headers as Record<string, string>), 'user-agent': agent }
    const response = await server.fetch(path, { method: 'POST', ...init, headers })
    return { status: response.status, text: await response.text() }
  }
  const form = (path: string, names: [string, string, string]) => (sent: Sent) => {
    const values = [sent.login, sent.password, sent.igc]
    const body = new URLSearchParams(names.map((name, index) => [name, values[index]!]))
    return post(path, sent.agent, { body })
  }
  const raw =
    (path: string, method = 'POST') =>
    (sent: Sent) =>
      post(path, sent.agent, {
        method,
        headers: { ...bearer(sent.password), 'content-type': 'application/octet-stream' },
        body: sent.igc,
      })
  const toFiles = ({ login, password }: Pick<Sent, 'login' | 'password'>, files: string[]): RequestInit => {
    const disposition = 'Content-Disposition: form-data; name="files"; filename="a.igc"'
    const sent = multipart(files.map((content) => ({ headers: disposition, content })))
    const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
    return { headers: { authorization, 'content-type': sent.contentType }, body: sent.body as BodyInit }
  }
  const skylines = ({ login, password, igc, agent }: Sent) => {
    return post('/api/flights/upload', agent, toFiles({ login, password }, [igc]))
  }
  const leonardo: [string, string, string] = ['user', 'pass', 'IGCigcIGC']
  const doors = {
    upload: raw('/api/v1/flights/upload'),
    put: raw('/api/v1/flights/upload', 'PUT'),
    leonardo: form('/flight_submit.php', leonardo),
    'leonardo elsewhere': form('/xc/modules/leonardo/flight_submit.php', leonardo),
    xccup: form('/api/flights/leonardo', leonardo),
    'dhv-xc': form('/api/v1/flights', ['user', 'pass', 'igccontent']),
    skylines,
    leaf: raw('/api/ingest'),
  }

  const read = async (headers: Record<string, string>) => {
    const response = await server.fetch('/app/api/failures', { headers })
    assert.equal(response.status, 200)
    return ((await response.json()) as { items: UploadFailure[] }).items
  }
  /** They are counted once they are answered, so a moment after the sender has seen it. */
  const readAll = async (headers: Record<string, string>, total: number) => {
    let found: UploadFailure[] = []
    await waitUntil(`${total} refused uploads are counted`, async () => {
      found = await read(headers)
      return found.reduce((sum, { count }) => sum + count, 0) >= total
    })
    return found.map(({ agent, reason, count }) => `${agent}: ${reason} ${count}`).toSorted()
  }
  const toSent = (device: TestDevice, agent: string, igc = NO_DATE): Sent => ({ ...device, igc, agent })
  const revoke = ({ id }: TestDevice) =>
    server.services.db.sql`update credentials set revoked_at = ${server.services.now()} where id = ${id}`

  test('a wrong file is counted by every door, with its diagnosis', async () => {
    const { user, headers } = await createSignedInUser(server)
    const device = await addDevice(server, user)
    for (const [door, send] of Object.entries(doors)) await send(toSent(device, `${door}/1.0`))
    const names = Object.keys(doors)
    assert.deepEqual(
      await readAll(headers, names.length),
      names.map((door) => `${door}/1.0: no-date 1`).toSorted(),
    )
    const [one] = await read(headers)
    assert.equal(one?.words, 'The file has no date')
    assert.ok(one.lastAt <= server.services.now() && one.lastAt > server.services.now() - DAY_MS)
  })

  test('a wrong password is counted for the account of that name, by email or by login of a device', async () => {
    for (const toName of [(_: TestDevice, email: string) => email, ({ login }: TestDevice) => login]) {
      const { user, headers } = await createSignedInUser(server)
      const device = await addDevice(server, user)
      const login = toName(device, user.email).toUpperCase()
      const wrong = { login, password: 'AAAA-BBBB-CCCC-DDDD', igc: NO_DATE }
      const named = ['leonardo', 'dhv-xc', 'skylines'] as const
      for (const door of named) await doors[door]({ ...wrong, agent: door })
      await post('/api/v1/authcheck', 'check', {
        body: new URLSearchParams({ user: login, pass: wrong.password }),
      })
      assert.deepEqual(
        await readAll(headers, named.length + 1),
        ['check', ...named].map((agent) => `${agent}: invalid_token 1`).toSorted(),
      )
    }
  })

  test('a revoked device is counted by every door, also when it has to wait', async () => {
    const { user, headers } = await createSignedInUser(server)
    const device = await addDevice(server, user)
    await revoke(device)
    for (const [door, send] of Object.entries(doors)) await send(toSent(device, door))
    const names = Object.keys(doors)
    assert.deepEqual(
      await readAll(headers, names.length),
      names.map((door) => `${door}: invalid_token 1`).toSorted(),
    )
    for (let count = 0; count < 3; count++) await doors.xccup(toSent(device, 'again'))
    assert.ok((await readAll(headers, names.length + 3)).some((row) => row.startsWith('again: rate_limit')))
  })

  test('a name alone is counted only as long as one may guess', async () => {
    const { user, headers } = await createSignedInUser(server)
    const guess = { login: user.email, password: 'AAAA-BBBB-CCCC-DDDD', igc: NO_DATE, agent: 'guess' }
    for (let count = 0; count < 8; count++) await doors.xccup(guess)
    assert.deepEqual(await readAll(headers, 5), ['guess: invalid_token 5'])
  })

  test('keys, scopes, sizes and forms: each has its reason; what is stored has none', async () => {
    const { user, headers } = await createSignedInUser(server)
    const device = await addDevice(server, user)
    const key = { login: user.email, password: await createKey(server, user, ['flights:read']), id: '' }
    await doors.upload(toSent(key, 'reader'))
    await doors.upload(toSent(device, 'large', 'x'.repeat(300_001)))
    await doors.leaf(toSent(device, 'empty', ''))
    await doors.upload(toSent(device, 'gpx', '<gpx/>'))
    await post('/api/v1/flights/import', 'importer', { headers: bearer(key.password), body: 'x' })
    assert.match(
      (await doors.upload(toSent(device, 'good', Buffer.from(makeFlight(66_001)).toString()))).text,
      /hash/,
    )
    assert.deepEqual(await readAll(headers, 5), [
      'empty: invalid_request 1',
      'gpx: not-igc 1',
      'importer: insufficient_scope 1',
      'large: payload_too_large 1',
      'reader: insufficient_scope 1',
    ])
  })

  test('files of one request are counted each, and a request without a User-Agent has none', async () => {
    const { user, headers } = await createSignedInUser(server)
    const device = await addDevice(server, user)
    const { text } = await post('/api/flights/upload', '', toFiles(device, [NO_DATE, NO_DATE, '<gpx/>']))
    assert.match(text, /"status":2/)
    assert.deepEqual(await readAll(headers, 3), [': no-date 2', ': not-igc 1'])
  })

  test('an application’s failures are its owner’s to see, not its user’s', async () => {
    const application = await registerApplication(server)
    const { headers } = await createSignedInUser(server)
    const { access_token: password } = await obtainTokens(server, application, { headers })
    const owner = await signIn(server, application.owner)
    const token = { login: '', id: '', password }
    await doors.upload(toSent(token, 'App/2'))
    await server.services.db
      .sql`update credentials set revoked_at = 1 where application_id = ${application.id}`
    await doors.upload(toSent(token, 'App/3'))
    assert.deepEqual(await readAll(owner, 2), ['App/2: no-date 1', 'App/3: invalid_token 1'])
    assert.deepEqual(await read(headers), [])
  })

  test('a stranger sees nothing, and tells no account from none', async () => {
    const { user, headers } = await createSignedInUser(server)
    const stranger = await createSignedInUser(server)
    const answers = []
    for (const login of [user.email, 'none@example.org', 'd-2222'])
      answers.push(await doors.xccup({ login, password: 'AAAA-BBBB-CCCC-DDDD', igc: NO_DATE, agent: 'x' }))
    assert.deepEqual(answers[1], answers[0])
    assert.deepEqual(answers[2], answers[0])
    assert.deepEqual(await readAll(headers, 1), ['x: invalid_token 1'])
    assert.deepEqual(await read(stranger.headers), [])
    assert.equal((await server.fetch('/app/api/failures')).status, 401)
  })

  test('agents are cut, cleaned and bounded: 50 a day, of which strangers have ten', async () => {
    const { user, headers } = await createSignedInUser(server)
    const device = await addDevice(server, user)
    await doors.leaf(toSent(device, `Vario/1.0 \u00fc${'x'.repeat(200)}`))
    await readAll(headers, 1)
    const [long] = await read(headers)
    assert.match(long!.agent, /^Vario\/1\.0 x{70}$/)
    const { sql } = server.services.db
    const row = { day: '2026-05-17', reason: 'no-date', count: 1, lastAt: 1 }
    const other = await createUser(server)
    const agents = (userId: string) =>
      sql<{ agent: string; count: number }>`
        select agent, sum(count) as count from upload_failures where user_id = ${userId} and day = ${row.day}
        group by agent order by agent`
    for (let at = 0; at < 20; at++)
      await addFailures(sql, { ...row, sender: { login: other.email }, agent: `strange ${at}` })
    assert.equal((await agents(other.id)).length, 11)
    for (let at = 0; at < 60; at++)
      await addFailures(sql, { ...row, sender: { userId: other.id }, agent: `own ${at}` })
    const found = await agents(other.id)
    assert.equal(found.length, 51)
    assert.equal(Number(found.find(({ agent }) => agent === 'other')?.count), 10 + 20)
    // One that is known is still counted by its name.
    await addFailures(sql, { ...row, sender: { userId: other.id }, agent: 'own 1' })
    assert.equal(Number((await agents(other.id)).find(({ agent }) => agent === 'own 1')?.count), 2)
  })

  test('a login that two accounts have counts for neither, and a deleted account has no row', async () => {
    const [one, two] = [await createUser(server), await createUser(server)]
    const { sql } = server.services.db
    for (const user of [one, two]) {
      const { id } = await addDevice(server, user)
      await sql`update credentials set login = 'd-SAME' where id = ${id}`
    }
    const row = { day: '2026-05-17', agent: 'x', reason: 'no-date', count: 1, lastAt: 1 }
    await addFailures(sql, { ...row, sender: { login: 'd-same' } })
    await addFailures(sql, { ...row, sender: { userId: 'gone' } })
    await addFailures(sql, { ...row, sender: {} })
    const rows = await sql`select 1 from upload_failures where user_id in (${one.id}, ${two.id}, 'gone')`
    assert.equal(rows.length, 0)
    await addFailures(sql, { ...row, sender: { userId: one.id } })
    await sql`delete from users where id = ${one.id}`
    assert.equal((await sql`select 1 from upload_failures where user_id = ${one.id}`).length, 0)
  })

  test('they are in the export, and go after 31 days', async () => {
    const { user, headers } = await createSignedInUser(server)
    await doors.leaf(toSent(await addDevice(server, user), 'Vario/1'))
    await readAll(headers, 1)
    const exported = await server.fetch('/app/api/account/export', { headers })
    const archive = readZip(new Uint8Array(await exported.arrayBuffer()))
    const [row] = JSON.parse(archive.get('failed-uploads.json')?.toString() ?? '[]') as UploadFailure[]
    assert.deepEqual([row?.agent, row?.reason, row?.count], ['Vario/1', 'no-date', 1])
    server.advance(30 * DAY_MS)
    while (await pruneRows(server.services));
    const { sql } = server.services.db
    const left = () => sql`select 1 from upload_failures where user_id = ${user.id}`
    assert.equal((await left()).length, 1)
    server.advance(DAY_MS)
    while (await pruneRows(server.services));
    assert.equal((await left()).length, 0)
  })

  test('every diagnosis for which a file is refused has words', () => {
    const codes = recipes.map(({ bytes }) => findError(readIgc(bytes))?.code)
    const refused = new Set(codes.filter((code) => code !== undefined))
    assert.ok(refused.size >= 8)
    for (const code of refused) assert.notEqual(describeReason(code), code)
  })
})
