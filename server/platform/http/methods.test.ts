import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fastify from 'fastify'
import type { ApiError } from '../errors.ts'
import { answerUnknownRoutes } from './methods.ts'

suite('a path that nothing answers', () => {
  const app = fastify()
  answerUnknownRoutes(app)
  app.setErrorHandler((error, _request, reply) => reply.code((error as ApiError).status).send())
  app.get('/files/*', (_request, reply) => reply.callNotFound())
  const cases = [
    ['whose file has gone is 404, not a method to be corrected', 'GET', '/files/old.js', 404],
    ['that knows other methods is 405', 'POST', '/files/old.js', 405],
    ['that nobody knows is 404', 'GET', '/nowhere', 404],
  ] as const
  for (const [name, method, url, status] of cases)
    test(name, async () => {
      assert.equal((await app.inject({ method, url })).statusCode, status)
    })
})
