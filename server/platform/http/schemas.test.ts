import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import Fastify, { type FastifySchema } from 'fastify'
import { Type } from 'typebox'
import { notFound } from '../errors.ts'
import { type Problem, refuseIdAs, refuseRequest } from './problems.ts'
import { compileSchemasLate, readFields } from './schemas.ts'

const colours = Type.Enum(['red', 'green'], { type: 'string' })
const Query = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
  after: Type.Optional(Type.Integer({ minimum: 0 })),
  most: Type.Optional(Type.Integer({ maximum: 5 })),
  count: Type.Optional(Type.Integer()),
  west: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
  flag: Type.Optional(Type.Boolean()),
  day: Type.Optional(Type.String({ format: 'date' })),
  since: Type.Optional(Type.String({ format: 'date-time' })),
  colour: Type.Optional(colours),
  size: Type.Optional(Type.Union([Type.Literal('small'), Type.Literal('large')])),
  season: Type.Optional(Type.Integer({ minimum: 1, 'x-must-be': 'a year such as 2026' })),
  name: Type.Optional(Type.String({ maxLength: 3 })),
})
const Body = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 2, maxLength: 4 })),
    flag: Type.Optional(Type.Boolean()),
    rank: Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'] })),
    text: Type.Optional(Type.Union([Type.String({ maxLength: 3 }), Type.Null()])),
    words: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 2 })),
    colour: Type.Optional(colours),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 2 },
)

async function ask(schema: FastifySchema, request: object): Promise<[number, unknown]> {
  const app = Fastify({
    schemaErrorFormatter: (problems, part) => refuseRequest(problems as Problem[], part),
  })
  compileSchemasLate(app)
  app.setErrorHandler((error: Error & { status?: number }, _request, reply) => {
    void reply.code(error.status ?? 500).send({ sentence: error.message })
  })
  app.post('/:id', { schema }, async ({ body, query }) => ({ body, query }))
  const response = await app.inject({ method: 'POST', url: '/1', ...request })
  const answer = response.json<{ sentence?: string; body: unknown; query: unknown }>()
  return [response.statusCode, answer.sentence ?? ('payload' in request ? answer.body : answer.query)]
}

suite('a request is validated by the schema that is published', () => {
  for (const [query, read] of [
    ['page=9&after=0&west=-7.5', { page: 9, after: 0, west: -7.5 }],
    ['west=5e-7', { west: 5e-7 }],
    ['flag=true', { flag: true }],
    ['flag=0', { flag: false }],
    ['name=12', { name: '12' }],
    ['day=2024-02-29&since=2024-02-29', { day: '2024-02-29', since: '2024-02-29' }],
    ['since=2026-05-17T16:04Z', { since: '2026-05-17T16:04Z' }],
    ['since=2026-05-17T16:04:05.123%2B02:00', { since: '2026-05-17T16:04:05.123+02:00' }],
    ['other=1', { other: '1' }],
  ] as const) {
    test(`the query ${query} is read by its types`, async () => {
      assert.deepEqual(await ask({ querystring: Query }, { url: `/1?${query}` }), [200, read])
    })
  }

  for (const [query, sentence] of [
    ['page=0', 'page must be a whole number from 1 to 9.'],
    ['page=10', 'page must be a whole number from 1 to 9.'],
    ['page=1.5', 'page must be a whole number from 1 to 9.'],
    ['page=', 'page must be a whole number from 1 to 9.'],
    ['page=0x1', 'page must be a whole number from 1 to 9.'],
    ['page=%201', 'page must be a whole number from 1 to 9.'],
    ['page=1e0', 'page must be a whole number from 1 to 9.'],
    ['page=1&page=2', 'page is given more than once.'],
    ['after=-1', 'after must be a whole number of at least 0.'],
    ['after=-9999999999999999', 'after must be a whole number of at least 0.'],
    ['page=99999999999999999999', 'page must be a whole number from 1 to 9.'],
    ['most=6', 'most must be a whole number of at most 5.'],
    ['count=x', 'count must be a whole number.'],
    ['west=here', 'west must be a number from -180 to 180.'],
    ['west=Infinity', 'west must be a number from -180 to 180.'],
    ['flag=yes', 'flag must be true or false.'],
    ['flag=', 'flag must be true or false.'],
    ['day=2026-02-30', 'day must be a date such as 2026-05-17.'],
    ['since=1', 'since must be a time such as 2026-05-17T16:04:05Z.'],
    ['since=2026-05-17T25:00:00Z', 'since must be a time such as 2026-05-17T16:04:05Z.'],
    ['colour=blue', 'colour must be one of: red, green.'],
    ['size=huge', 'size must be one of: small, large.'],
    ['season=0', 'season must be a year such as 2026.'],
    ['season=x', 'season must be a year such as 2026.'],
    ['name=long', 'name must be at most 3 characters long.'],
    ['name=a&name=b', 'name is given more than once.'],
  ] as const) {
    test(`the query ${query} is refused: ${sentence}`, async () => {
      assert.deepEqual(await ask({ querystring: Query }, { url: `/1?${query}` }), [400, sentence])
    })
  }

  for (const [payload, sentence] of [
    [{}, 'The body must hold name, flag, rank, text, words or colour.'],
    [
      { name: 'ab', flag: true, rank: 1 },
      'The body must hold only one of name, flag, rank, text, words and colour.',
    ],
    [[], 'The body must be a JSON object.'],
    [undefined, 'The body must be a JSON object.'],
    [{ size: 1 }, 'size is not known here. Only name, flag, rank, text, words and colour are.'],
    [{ name: 5 }, 'name must be text.'],
    [{ name: 'a' }, 'name must be 2 to 4 characters long.'],
    [{ flag: 'true' }, 'flag must be true or false.'],
    [{ flag: null }, 'flag must be true or false.'],
    [{ rank: '1' }, 'rank must be a whole number or null.'],
    [{ text: 5 }, 'text must be text or null.'],
    [{ text: 'long' }, 'text must be at most 3 characters long.'],
    [{ words: 'a' }, 'words must be a list.'],
    [{ words: [] }, 'words must be a list of 1 to 2.'],
    [{ words: [1] }, 'Each of words must be text.'],
    [{ colour: 'blue' }, 'colour must be one of: red, green.'],
  ] as const) {
    test(`the body ${JSON.stringify(payload)} is refused: ${sentence}`, async () => {
      assert.deepEqual(await ask({ body: Body }, { payload }), [400, sentence])
    })
  }

  test('of a body that may be left out the deepest problem is told', async () => {
    const size = Type.Optional(Type.Union([Type.Literal('small'), Type.Literal('large')]))
    const body = Type.Union([
      Type.Object({ colour: colours, size }, { additionalProperties: false }),
      Type.Null(),
    ])
    assert.deepEqual(await ask({ body }, {}), [200, {}])
    assert.deepEqual(await ask({ body }, { payload: { colour: 1 } }), [
      400,
      'colour must be one of: red, green.',
    ])
    assert.deepEqual(await ask({ body }, { payload: {} }), [400, 'colour is missing.'])
    assert.deepEqual(await ask({ body }, { payload: { colour: 'red', size: 1 } }), [
      400,
      'size must be one of: small, large.',
    ])
    assert.deepEqual(await ask({ body }, { payload: { colour: 'red', x: 1 } }), [
      400,
      'x is not known here. Only colour and size are.',
    ])
    assert.deepEqual(await ask({ body }, { payload: '5', headers: { 'content-type': 'application/json' } }), [
      400,
      'The body must be a JSON object or null.',
    ])
  })

  test('a header is named as it is written', async () => {
    const headers = Type.Object({ 'idempotency-key': Type.String({ maxLength: 2 }) })
    assert.deepEqual(await ask({ headers }, { headers: { 'idempotency-key': 'abc' } }), [
      400,
      'Idempotency-Key must be at most 2 characters long.',
    ])
  })

  test('where a route says so, a path without an id is the path of nothing', () => {
    const refuse = refuseIdAs(() => notFound('There is no such flight.'))
    const problem = { keyword: 'pattern', instancePath: '/id', schemaPath: '', params: {}, message: '' }
    assert.deepEqual(
      [refuse([problem], 'params').status, refuse([problem], 'querystring').status],
      [404, 400],
    )
  })

  test('fields of another source are read and refused like those of a query', () => {
    assert.deepEqual(readFields(Query, { page: '2', flag: 'false' }), { page: 2, flag: false })
    assert.throws(
      () => readFields(Query, { page: '0' }),
      /^ApiError: page must be a whole number from 1 to 9\.$/,
    )
  })
})
