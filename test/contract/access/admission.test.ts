// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startServer } from '#test/support/server.ts'

const answer = async () => 'ok'
const open = { config: { doors: { public: 'none' } } } as const
const silent = /takes large bodies and does not say which/

suite('the gate for bodies', () => {
  test('a route that could take a large body without saying so fails the start', async (context) => {
    let checked = 0
    await startServer(context, {
      addRoutes: (app) => {
        assert.throws(() => app.post('/api/test/large', { bodyLimit: 2_000_000 }, answer), silent)
        void app.register(async (scope) => {
          scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
          assert.throws(() => scope.put('/api/test/stream', answer), silent)
          scope.get('/api/test/stream', open, answer)
          // Routes inside such a scope take streams, too.
          void scope.register(async (inner) => {
            assert.throws(() => inner.post('/api/test/inner', answer), silent)
            checked++
          })
          checked++
        })
        app.post('/api/test/small', { bodyLimit: 1000, ...open }, answer)
        checked++
      },
    })
    assert.equal(checked, 3)
  })

  test('a body is not admitted before its sender is known', async (context) => {
    const server = await startServer(context, {
      addRoutes: (app) => {
        app.post('/api/test/unknown', { config: { body: 'upload', ...open.config } }, answer)
      },
    })
    const body = JSON.stringify({})
    const headers = { 'content-type': 'application/json' }
    assert.equal((await server.fetch('/api/test/unknown', { method: 'POST', headers, body })).status, 500)
  })
})
