// run: all
// The guide "A tracker's back end": its pieces are one program, which two pilots connect to, fly for and leave.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { makeFolder } from '#test/support/installation/folder.ts'
import { makeFlight } from '#test/support/flights.ts'
import { readBlocks } from '#test/support/guides/blocks.ts'
import { openGuide } from '#test/support/guides/reader.ts'
import { decide } from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { checkTypes, runSamples } from '#test/support/samples/run.ts'
import { startServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

/** The test ends it. */
const endByRequest = `
server.on('request', ({ method }) => method === 'DELETE' && process.exit())`

suite('A tracker’s back end', async () => {
  const folder = makeFolder({ after })
  const server = await startServer({ after }, { environment: { WEBHOOK_ALLOW_PRIVATE: 'true' }, work: true })
  const site = `http://127.0.0.1:${await findFreePort()}`
  const code = readBlocks('programs/tracker.md')
    .filter(({ language }) => language === 'ts')
    .map((block) => block.code)
    .join('\n')

  test('registers, connects, uploads, hears, tries again and forgets', async () => {
    const { user: owner } = await createSignedInUser(server)
    await server.services.db.sql`update users set email = ${'me@example.org'} where id = ${owner.id}`
    const reader = await openGuide('programs/tracker.md', folder, server.environment)
    const { client_id, client_secret } = await reader.next<{ client_id: string; client_secret: string }>()
    await reader.close()
    const environment = {
      CLOUDSTREET_URL: server.url,
      CLIENT_ID: client_id,
      CLIENT_SECRET: client_secret,
      SITE: site,
    }
    const running = runSamples(
      'typescript',
      [{ name: 'tracker', code: code + endByRequest, environment }],
      folder,
    )
    const look = async () =>
      (await (await fetch(site)).json()) as { webhook: string; pilots: string[]; scores: number[] }
    await waitUntil('the tracker answers', () => look().catch(() => undefined))
    const ada = await connect(await createSignedInUser(server))
    const leaving = await createSignedInUser(server)
    const bea = await connect(leaving)
    assert.deepEqual((await look()).pilots, [ada, bea])

    for (const [pilot, seed] of [
      [ada, 1],
      [bea, 2],
      [ada, 1],
    ] as const)
      assert.equal(await land(pilot, makeFlight(seed)), 202)
    assert.equal(await land(bea, 'no flight at all'), 202)
    await waitUntil('both scores have come', async () => (await look()).scores.length === 2)
    const { sql } = server.services.db
    assert.equal((await sql`select id from flights`).length, 2, 'what landed twice is there once')

    const forged = { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' }
    assert.equal((await fetch(`${site}/hook`, { method: 'POST', headers: forged, body: '{}' })).status, 400)
    assert.equal((await fetch(`${site}/callback?code=stolen&state=x`)).status, 400)
    const path = `/app/api/connections/${client_id}`
    assert.equal((await server.fetch(path, { method: 'DELETE', headers: leaving.headers })).status, 204)
    await waitUntil('the tracker has forgotten', async () => (await look()).pilots.length === 1)
    assert.deepEqual((await look()).pilots, [ada])
    await fetch(site, { method: 'DELETE' }).catch(() => undefined)
    const [outcome] = await running
    assert.equal(outcome?.failure, undefined)
  })

  test('its types hold', async () => {
    assert.equal(await checkTypes(folder), '')
  })

  async function connect({ user, headers }: Awaited<ReturnType<typeof createSignedInUser>>): Promise<string> {
    const begun = await fetch(`${site}/connect`, { redirect: 'manual' })
    const asked = await server.fetch(begun.headers.get('location')!.slice(server.url.length), { headers })
    const allowed = await decide(server, await asked.text(), { headers })
    const cookie = begun.headers.get('set-cookie')!.split(';')[0]!
    const shown = await fetch(allowed.headers.get('location')!, { headers: { cookie } })
    assert.equal(await shown.text(), user.id)
    return user.id
  }

  const land = async (pilot: string, igc: string | Uint8Array) =>
    (await fetch(`${site}/landed?pilot=${pilot}`, { method: 'POST', body: Buffer.from(igc) })).status
})
