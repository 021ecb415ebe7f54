import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { addRoutes, type Routes } from './app.ts'
import type { App } from './platform/http/http.ts'

const answer = async () => 'ok'

function addRoute(path: string) {
  return (app: App) => {
    app.get(path, answer)
  }
}

test('a route that a plugin adds later is checked too', async () => {
  const app = Fastify() as unknown as App
  const addLater = (scope: App) => void scope.register(async (inner: App) => void inner.get('/late', answer))
  await addRoutes(app, { '/late': [addLater], '/': [] })
  assert.equal((await app.inject('/late')).statusCode, 200)
  await assert.rejects(addRoutes(Fastify() as unknown as App, { '/': [addLater], '/late': [] }), /not belong/)
})

test('a route is reached under the prefix of its table row', async () => {
  const app = Fastify() as unknown as App
  await addRoutes(app, {
    '/api/v1': [addRoute('/api/v1'), addRoute('/api/v1/flights')],
    '/': [addRoute('/')],
  })
  for (const url of ['/api/v1', '/api/v1/flights', '/']) assert.equal((await app.inject(url)).statusCode, 200)
})

const misplaced = [
  ['/api/v1', '/api/v2/flights'],
  ['/api/v1', '/api/v1x'],
  ['/api/v1', '/'],
  ['/', '/api/v1/flights'],
]
for (const [prefix = '', path = ''] of misplaced) {
  test(`the route ${path} cannot be listed under ${prefix}`, async () => {
    const app = Fastify() as unknown as App
    const routes: Routes = { '/': [], '/api/v1': [], [prefix]: [addRoute(path)] }
    await assert.rejects(addRoutes(app, routes), /does not belong/)
  })
}
