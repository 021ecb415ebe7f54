// run: all
// The statements of a request are most of its cost, and one more is soon added: each is listed here.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { createPilot, makeFlight, unlimited, upload, uploadNew } from '#test/support/flights.ts'
import { asClient, postForm, postToken, registerApplication } from '#test/support/oauth.ts'
import { startServer } from '#test/support/server.ts'
import { countStatements } from '#test/support/statements/count.ts'

const REPEATS = 5

suite('what a frequent request asks of the database', async () => {
  const environment = { ...unlimited, RATE_LIMIT_OAUTH: '0' }
  const server = await startServer({ after }, { environment })
  const application = await registerApplication(server)
  const pilot = await createPilot(server)
  const { id } = await uploadNew(server, pilot, makeFlight(1))
  const get =
    (path: string, headers: Record<string, string> = {}) =>
    async () => {
      const response = await server.fetch(path, { headers: { ...pilot.headers, ...headers } })
      await response.arrayBuffer()
      return response
    }
  const form = { grant_type: 'client_credentials', scope: 'flights:read' }
  const { body } = await postToken(server, application, form)
  const { access_token: token } = body as { access_token: string }
  const introspect = () => postForm(server, '/api/oauth/introspect', { token, ...asClient(application) })
  const etag = (await get('/api/v1/flights')()).headers.get('etag') ?? ''

  const counted = countStatements()
  /** Jobs run during it now and then: the least of several times is its own. */
  const listStatements = async (send: () => Promise<{ status: number }>): Promise<string[]> => {
    let least: string[] | undefined
    for (let time = 0; time < REPEATS; time++) {
      const before = new Map(counted)
      assert.ok((await send()).status < 400)
      const names = [...counted].flatMap(([name, runs]) =>
        Array.from({ length: runs - (before.get(name) ?? 0) }, () => name),
      )
      if (!least || names.length < least.length) least = names
    }
    return least ?? []
  }

  let seed = 1
  const requests: [name: string, statements: number, send: () => Promise<{ status: number }>][] = [
    ['a token', 2, () => postToken(server, application, form)],
    ['an introspection by its client', 2, introspect],
    ['a profile', 2, get('/api/v1/profile')],
    ['a list of flights', 3, get('/api/v1/flights')],
    ['a list that the client has', 2, get('/api/v1/flights', { 'if-none-match': etag })],
    ['a flight', 2, get(`/api/v1/flights/${id}`)],
    ['an upload', 14, () => upload(server, pilot, makeFlight(++seed, { date: '2026-05-18' }))],
    ['an upload of a known file', 2, () => upload(server, pilot, makeFlight(1))],
    ['a file', 2, get(`/api/v1/flights/${id}/igc`)],
  ]
  for (const [name, statements, send] of requests)
    test(`${name} takes ${statements} statements`, async () => {
      await send()
      const names = await listStatements(send)
      assert.equal(names.length, statements, names.join(', '))
    })
})
