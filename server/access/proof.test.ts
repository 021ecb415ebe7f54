import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import Fastify from 'fastify'
import type { App } from '#server/platform/http/http.ts'
import { enforceProofs, NO_PROOF, RECENT_PROOF, SESSION } from './proof.ts'
import type { SessionServices } from './session.ts'

const answer = async () => 'done'
const NOW = 1_800_000_000_000

function createApp(session?: { provedAt: number; isReviewDue?: boolean }): App {
  const app = Fastify() as unknown as App
  const services = {
    now: () => NOW,
    config: { baseUrl: 'http://localhost' },
    findSession: async () => session,
  } as unknown as SessionServices
  enforceProofs(app, services)
  return app
}

const send = (app: App, url: string, method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' = 'POST') =>
  app.inject({ url, method, headers: { 'sec-fetch-site': 'same-origin' } })

suite('the proof that a changing route needs', () => {
  for (const method of ['post', 'put', 'patch', 'delete'] as const) {
    test(`has to be declared: a silent ${method} fails the start`, () => {
      const silent = () => createApp()[method]('/app/api/things', answer)
      assert.throws(silent, /\/app\/api\/things does not say which proof it needs/)
    })
  }

  test('need not be declared for reading, nor for programs with credentials of their own', () => {
    const app = createApp()
    app.get('/app/api/things', answer)
    app.post('/api/v1/things', answer)
  })

  test('is enforced as it is declared, without a hook of the route', async () => {
    const levels = { none: NO_PROOF, session: SESSION, recent: RECENT_PROOF }
    const sessions = {
      nobody: undefined,
      'an old sign-in': { provedAt: NOW - 16 * 60_000 },
      'a new sign-in': { provedAt: NOW - 14 * 60_000 },
    }
    const seen: Record<string, number[]> = {}
    for (const [who, session] of Object.entries(sessions)) {
      const app = createApp(session)
      for (const [level, config] of Object.entries(levels)) {
        app.post(`/app/api/${level}`, { config }, answer)
        app.post(`/${level}`, { config }, answer)
      }
      const paths = ['/app/api/none', '/app/api/session', '/app/api/recent', '/none', '/session', '/recent']
      const answers = await Promise.all(paths.map((path) => send(app, path)))
      seen[who] = answers.map(({ statusCode }) => statusCode)
    }
    assert.deepEqual(seen, {
      nobody: [200, 401, 401, 200, 303, 303],
      'an old sign-in': [200, 200, 403, 200, 200, 303],
      'a new sign-in': [200, 200, 200, 200, 200, 200],
    })
  })
})
