// run: all
// A request can be followed: by its line in the log, in the metrics, and to the webhooks that tell what it has done.
import assert from 'node:assert/strict'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { createLog } from '#server/platform/log.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { createPilot, makeFlight, readUploaded, upload } from '#test/support/flights.ts'
import { postToken, registerApplication } from '#test/support/oauth.ts'
import { bearer, signIn } from '#test/support/people.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'
import { onLoopback } from '#test/support/webhooks.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`

interface Line {
  id: string
  status: number
  error?: string
  user?: string
  credential?: string
  application?: string
  trace?: string
  parts?: Record<string, number>
}

suite('a request', async () => {
  const folder = makeFolder({ after })
  const path = join(folder, 'log')
  const log = createLog('info', { fd: openSync(path, 'a'), isTTY: false } as NodeJS.WriteStream & {
    fd: number
  })
  const server = await startServer({ after }, { log, environment: onLoopback, work: true })
  const receiver = await startReceiver({ after })
  const pilot = await createPilot(server)
  await createWebhook(server.services, { userId: pilot.user.id }, receiver.url)

  /** It is written when the answer has been sent. */
  const findLine = (id: string | null) =>
    waitUntil(`the log has ${id}`, () => {
      log.flush()
      const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
      return lines
        .map((line) => JSON.parse(line) as Line & { msg: string })
        .find((line) => line.msg === 'request' && line.id === id)
    })

  test('keeps the id and the trace of its sender: in the answer, in the log and at webhooks', async () => {
    const headers = { 'x-request-id': 'my-tracker-0001', traceparent }
    const response = await upload(server, pilot, makeFlight(1), { headers })
    assert.equal(response.headers.get('x-request-id'), 'my-tracker-0001')
    const { id } = await readUploaded(response)
    const line = await findLine('my-tracker-0001')
    assert.deepEqual([line.status, line.user, line.trace], [201, pilot.user.id, TRACE])
    assert.match(line.credential ?? '', /^[\da-f]{24}$/)
    for (const part of ['receiving', 'waiting', 'reading', 'scoring', 'compressing', 'committing'])
      assert.ok((line.parts?.[part] ?? -1) >= 0, `${part}: ${JSON.stringify(line.parts)}`)

    const deletion = await server.fetch(`/api/v1/flights/${id}`, {
      method: 'DELETE',
      headers: { ...pilot.headers, 'x-request-id': 'not an id', traceparent: `${traceparent}-odd` },
    })
    assert.equal(deletion.status, 204)
    const ownId = deletion.headers.get('x-request-id')
    assert.match(ownId ?? '', /^[\da-f-]{36}$/)
    await receiver.waitFor(2)
    assert.deepEqual(
      receiver.received.map(({ headers }) => [headers['x-request-id'], headers.traceparent]),
      [
        ['my-tracker-0001', traceparent],
        [ownId, undefined],
      ],
    )
  })

  test('has its error and who sent it in the log, and its error in the metrics', async () => {
    const asStranger = await server.fetch('/api/v1/profile', { headers: bearer('nonsense') })
    const refused = await findLine(asStranger.headers.get('x-request-id'))
    assert.deepEqual([refused.status, refused.error, refused.user], [401, 'invalid_token', undefined])

    const bad = await findLine((await upload(server, pilot, 'no flight')).headers.get('x-request-id'))
    assert.deepEqual([bad.error, bad.user], ['invalid_igc', pilot.user.id])

    const session = await signIn(server, pilot.user)
    const missing = await server.fetch(`/app/api/flights/${'0'.repeat(24)}`, { headers: session })
    const ofSession = await findLine(missing.headers.get('x-request-id'))
    assert.deepEqual([ofSession.error, ofSession.user], ['not_found', pilot.user.id])

    const application = await registerApplication(server)
    const denied = await postToken(server, application, {
      grant_type: 'refresh_token',
      refresh_token: 'none',
    })
    const ofApplication = await findLine(denied.headers.get('x-request-id'))
    assert.deepEqual([ofApplication.error, ofApplication.application], ['invalid_grant', application.id])

    const metrics = await (await server.fetch('/metrics')).text()
    for (const [route, code] of [
      ['/api/v1/profile', 'invalid_token'],
      ['/api/v1/flights/upload', 'invalid_igc'],
      ['/api/oauth/token', 'invalid_grant'],
    ])
      assert.ok(
        metrics.includes(`cloudstreet_http_errors_total{route="${route}",code="${code}"} 1`),
        `${route} ${code}`,
      )
  })
})
