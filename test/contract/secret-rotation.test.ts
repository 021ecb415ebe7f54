// run: all
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { byOperator } from '#server/access/security-log/store.ts'
import { createFormToken, requireFormToken } from '#server/access/session.ts'
import { createAuth } from '#server/accounts/auth/auth.ts'
import { findTotpFactor, insertTotpFactor } from '#server/accounts/second-factor/store.ts'
import { openTotpSecret, sealTotpSecret } from '#server/accounts/second-factor/totp.ts'
import { openCredential, sealCredential } from '#server/forwards/credential.ts'
import { insertDestination, listSealed } from '#server/forwards/store.ts'
import { requireLink } from '#server/flights/sharing/links.ts'
import { createKeyRing } from '#server/oauth/openid/keys.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { listMail } from '#server/platform/mail/commands.ts'
import { listNodes, startAnnouncing } from '#server/platform/nodes.ts'
import { buildServices } from '#server/services.ts'
import { rotateSecret } from '#server/sealed-rows.ts'
import { openSecrets } from '#server/webhooks/secret.ts'
import { runAdmin } from '#test/support/admin.ts'
import { createUser, signIn, type TestUser } from '#test/support/people.ts'
import { createEnvironment, type TestServer } from '#test/support/server.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

const [OLD, NEW] = ['old-'.repeat(10), 'new-'.repeat(10)]
const APP_PASSWORD = { password: 'an app password' }
const APP_KEY = 'JBSWY3DPEHPK3PXP'
const message = { to: 'pilot@example.org', subject: 'Hello', text: 'An email.' }

/** One database, opened with each secret as a restart would. */
async function start(context: TestContext) {
  const { environment, remove } = await createEnvironment({ isMigrated: true })
  context.after(remove)
  Object.assign(environment, { WEBHOOK_ALLOW_PRIVATE: 'true' })
  const open = async <Result>(secret: string, use: (server: TestServer) => Promise<Result>) => {
    const config = readConfig({ ...environment, CLOUDSTREET_SECRET: secret })
    const services = await buildServices(config, { log: createLog('silent') })
    try {
      return await use({ services, environment, url: config.baseUrl } as unknown as TestServer)
    } finally {
      await services.close()
    }
  }
  return { environment, open }
}

async function readSecrets({ services }: TestServer, webhookId: string): Promise<string[]> {
  const [row] = await services.db.sql<Parameters<typeof openSecrets>[1]>`
    select id, secret, old_secret, old_secret_expires_at from webhooks where id = ${webhookId}`
  assert.ok(row)
  return openSecrets(services.secrets, row, services.now())
}

const makeWebhook = ({ services }: TestServer, user: TestUser) =>
  createWebhook(services, { userId: user.id }, 'http://127.0.0.1:9/hook')

async function makeDestination({ services }: TestServer, { id: userId }: TestUser): Promise<string> {
  const id = 'd'.repeat(24)
  const credential = sealCredential(services.secrets, id, APP_PASSWORD)
  const row = { id, userId, kind: 'webdav' as const, label: 'Home', settings: {}, credential, filter: {} }
  await services.db.transaction((sql) => insertDestination(sql, 1, row, 1, byOperator.proved))
  return id
}

/** A shared flight, as far as its link needs one. */
async function shareFlight({ services }: TestServer, { id: owner }: TestUser): Promise<string> {
  const id = 'f'.repeat(24)
  await services.db.sql`
    insert into takeoffs (id, name, country, latitude, longitude, latitude_row, created_at, updated_at)
    values (${id}, 'First', 'CH', 46.6, 8, 4660, 1, 1)`
  await services.db.sql`
    insert into flights (id, owner_id, hash, fingerprint, file_name, flight_date, season, is_tandem, launch_type,
      distance_km, score, score_type, scored_by, takeoff_id, duration_seconds, track_distance_km, metadata, shape,
      created_at, updated_at, visibility)
    values (${id}, ${owner}, 'h', 'f', 'a.igc', '2026-05-17', 2026, ${false}, 'Self', 1, 1, 'None', 's', ${id}, 1, 1,
      '{}', '[]', 1, 1, 'unlisted')`
  return (await requireLink(services, owner, id)) ?? ''
}

const session = { id: 'session' }

suite('the installation’s secret', async () => {
  test('is replaced without losing a webhook, a destination, an email, an authenticator app, a signing key, a flight’s link, a session or a form', async (context) => {
    const { open } = await start(context)
    const made = await open(OLD, async (server) => {
      const user = await createUser(server)
      await server.services.mail.send(server.services.db.sql, message)
      const { services } = server
      const sealed = sealTotpSecret(services.secrets, user.id, APP_KEY)
      await insertTotpFactor(services.db.sql, 1, user.id, sealed, byOperator.proved)
      const form = createFormToken(server.services, session, 'delete')
      const signingKey = await createKeyRing(services)()
      return {
        user,
        form,
        signingKey,
        webhook: await makeWebhook(server, user),
        destination: await makeDestination(server, user),
        link: await shareFlight(server, user),
        headers: await signIn(server, user),
      }
    })
    await open(`${NEW},${OLD}`, async (server) => {
      const { services } = server
      assert.deepEqual(await readSecrets(server, made.webhook.id), [made.webhook.secret])
      assert.equal((await createAuth(services).findSession(made.headers))?.userId, made.user.id)
      requireFormToken(services, session, 'delete', made.form)
      assert.throws(() => requireFormToken(services, session, 'other', made.form), { status: 403 })
      const { resealed } = (await rotateSecret(services)) as { resealed: object }
      assert.deepEqual(resealed, {
        webhooks: 1,
        destinations: 1,
        emails: 1,
        authenticatorApps: 1,
        signingKeys: 1,
        flightLinks: 1,
      })
      const again = (await rotateSecret(services)) as { resealed: object }
      assert.deepEqual(again.resealed, {
        webhooks: 0,
        destinations: 0,
        emails: 0,
        authenticatorApps: 0,
        signingKeys: 0,
        flightLinks: 0,
      })
    })
    await open(NEW, async (server) => {
      assert.equal((await createKeyRing(server.services)()).id, made.signingKey.id)
      assert.deepEqual(await readSecrets(server, made.webhook.id), [made.webhook.secret])
      const { emails } = (await listMail(server.services)) as { emails: { to: string }[] }
      assert.deepEqual(
        emails.map(({ to }) => to),
        [message.to],
      )
      assert.equal(await requireLink(server.services, made.user.id, 'f'.repeat(24)), made.link)
      const [sealed] = await listSealed(server.services.db.sql)
      assert.deepEqual(
        openCredential(server.services.secrets, made.destination, sealed!.credential),
        APP_PASSWORD,
      )
      const app = await findTotpFactor(server.services.db.sql, made.user.id)
      assert.ok(app)
      assert.equal(openTotpSecret(server.services.secrets, made.user.id, app.sealed_secret), APP_KEY)
      assert.equal(await createAuth(server.services).findSession(made.headers), undefined)
    })
    await assert.rejects(
      open(OLD, async () => undefined),
      /not the one this database was set up with/,
    )
  })

  test('is not used to reseal while a node runs that could not read it', async (context) => {
    const { environment, open } = await start(context)
    const rotate = () =>
      runAdmin({ environment: { ...environment, CLOUDSTREET_SECRET: `${NEW},${OLD}` } }, ['secret', 'rotate'])
    const webhook = await open(OLD, async (server) => makeWebhook(server, await createUser(server)))
    await open(OLD, async (server) => {
      const { services } = server
      const announcement = await startAnnouncing(services, '1.0.0')
      const refused = await rotate()
      assert.equal(refused.code, 1)
      assert.match(
        refused.error,
        /^1 of 1 running nodes could not read .* one of release 1\.0\.0, started 20/,
      )
      assert.deepEqual(await readSecrets(server, webhook.id), [webhook.secret], 'its webhooks go on')
      await announcement.stop()
    })
    await open(`${OLD},${NEW}`, async (server) => {
      const announcement = await startAnnouncing(server.services, '1.1.0')
      const status = await runAdmin(
        { environment: { ...environment, CLOUDSTREET_SECRET: `${NEW},${OLD}` } },
        ['status'],
      )
      assert.partialDeepStrictEqual(status.output, { nodes: [{ release: '1.1.0' }] })
      assert.equal((await rotate()).error, '')
      assert.deepEqual(await readSecrets(server, webhook.id), [webhook.secret])
      await announcement.stop()
    })
  })

  test('forgets a node that was killed, after a minute', async (context) => {
    const { open } = await start(context)
    await open(OLD, async ({ services }) => {
      const announcement = await startAnnouncing(services, '1.0.0')
      const { sql } = services.db
      assert.equal((await listNodes(sql, services.now())).length, 1)
      assert.equal((await listNodes(sql, services.now() + 61_000)).length, 0)
      await announcement.stop()
      assert.equal((await listNodes(sql, services.now())).length, 0)
    })
  })

  test('seals a webhook’s secret for that webhook alone', async (context) => {
    const { open } = await start(context)
    await open(OLD, async (server) => {
      const user = await createUser(server)
      const [own, foreign] = [await makeWebhook(server, user), await makeWebhook(server, user)]
      await server.services.db.sql`
        update webhooks set secret = (select w.secret from webhooks w where w.id = ${foreign.id})
        where id = ${own.id}`
      await assert.rejects(readSecrets(server, own.id), /cannot be opened/)
      assert.deepEqual(await readSecrets(server, foreign.id), [foreign.secret])
    })
  })

  test('in the data folder is replaced by the operator’s command, in two steps', async (context) => {
    const { environment } = await start(context)
    const server = { environment } as unknown as TestServer
    const readFile = () =>
      readFileSync(join(environment.DATA_DIR ?? '', 'secret'), 'utf8')
        .trim()
        .split('\n')
    const status = await runAdmin(server, ['status'])
    assert.equal(status.code, 0, status.error)
    const [old] = readFile()
    const prepared = await runAdmin(server, ['secret', 'rotate'])
    assert.match(String(prepared.output?.next), /Restart the service now, then run this again/)
    const [fresh, ...others] = readFile()
    assert.deepEqual(others, [old])
    assert.notEqual(fresh, old)
    const done = await runAdmin(server, ['secret', 'rotate'])
    assert.deepEqual(done.output?.resealed, {
      webhooks: 0,
      destinations: 0,
      emails: 0,
      authenticatorApps: 0,
      signingKeys: 0,
      flightLinks: 0,
    })
    assert.deepEqual(readFile(), [fresh])
    assert.equal((await runAdmin(server, ['status'])).code, 0)
  })

  test('in the environment is replaced by the operator: the command says how', async (context) => {
    const { environment } = await start(context)
    const server = { environment: { ...environment, CLOUDSTREET_SECRET: OLD } } as unknown as TestServer
    const refused = await runAdmin(server, ['secret', 'rotate'])
    assert.equal(refused.code, 1)
    assert.match(refused.error, /Put the new one in front of it/)
  })
})
