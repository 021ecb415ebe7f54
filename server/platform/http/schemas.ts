// A route's schemas validate its requests and write its answers. They are compiled with the first request, not when the
// service starts: there are some two hundred, and every start would take a quarter of a second longer.
import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance, preValidationHookHandler } from 'fastify'
import type { Static, TObject } from 'typebox'
import { isDay } from '../time.ts'
import { type Problem, refuseRequest } from './problems.ts'

type Fields = Record<string, unknown>
type Validate = ((value: unknown) => boolean) & { errors?: Problem[] | null }
type Write = (value: unknown) => string

export function compileSchemasLate(app: FastifyInstance): void {
  app.setValidatorCompiler((route) => {
    const { schema, httpPart, contentType } = route as typeof route & { contentType?: string }
    // A body described by its content types is a stream, which the route reads while it comes.
    if (contentType !== undefined) return () => true
    const find = once(() => findValidator(schema as object))
    const check = (value: unknown) => {
      const validate = find()
      // Returned as a value: Fastify would look for the errors on the function that replaces the compiled one.
      return validate(value) ? true : { error: validate.errors as never }
    }
    if (httpPart !== 'querystring') return check
    const readTyped = createFieldReader(schema as TObject)
    return (query: unknown) => {
      readTyped(query as Fields)
      return check(query)
    }
  })
  app.setSerializerCompiler(({ schema }) => {
    const find = once(() => findWriter(schema as object))
    return (value: unknown) => find()(value)
  })
}

const MAX_IGNORED_NAMES = 10
const MAX_IGNORED_NAME_LENGTH = 50

/**
 * A query parameter that an endpoint of the API does not know stays ignored, as promised; but its name comes back in a
 * header, since a mistyped filter would return everything without a word. So does an Idempotency-Key where none is taken.
 */
export function nameIgnored(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!/^\/api\/v1(?:\/|$)/.test(route.url)) return
    const { querystring, headers } = (route.schema ?? {}) as Record<
      string,
      { properties?: object } | undefined
    >
    const takesKey = Object.hasOwn(headers?.properties ?? {}, 'idempotency-key')
    const name: preValidationHookHandler = (request, reply, done) => {
      const known = querystring?.properties ?? {}
      const ignored = Object.keys(request.query as object).filter((key) => !Object.hasOwn(known, key))
      // Who sends one relies on it: a creation that is repeated would be made twice.
      if (!takesKey && request.method !== 'GET' && request.headers['idempotency-key'] !== undefined)
        ignored.push('Idempotency-Key')
      if (ignored.length > 0) reply.header('x-cloudstreet-ignored', writeNames(ignored))
      done()
    }
    route.preValidation = [name, ...[route.preValidation ?? []].flat()]
  })
}

function writeNames(names: string[]): string {
  const shown = names.slice(0, MAX_IGNORED_NAMES).map((name) => name.slice(0, MAX_IGNORED_NAME_LENGTH))
  return shown.map((name) => encodeURIComponent(name.toWellFormed())).join(', ')
}

/** Text fields that come otherwise than in a query, such as the parts of a multipart body, refused as there. */
export function readFields<Schema extends TObject>(schema: Schema, fields: Fields): Static<Schema> {
  createFieldReader(schema)(fields)
  return requireValid(schema, fields)
}

/** Validates input that did not come by a route; it is refused as a body would be. */
export function requireValid<Schema extends TObject>(schema: Schema, value: unknown): Static<Schema> {
  const validate = findValidator(schema)
  if (!validate(value)) throw refuseRequest(validate.errors ?? [], 'body')
  return value as Static<Schema>
}

/** What many routes answer alike, such as a refusal, is compiled once for all of them. */
const findWriter = remember((schema): Write => openWriters()({ schema } as never))
const openWriters = once(() => SerializerSelector()({}, {}))

const findValidator = remember((schema) => openValidators()({ schema } as never) as Validate)
const openValidators = once(() =>
  AjvCompiler()(
    {},
    {
      customOptions: {
        coerceTypes: false,
        useDefaults: false,
        removeAdditional: false,
        // A problem comes with the value and the schema that it is about.
        verbose: true,
        // Compiling the schema of schemas takes 80 ms, which the first request would wait for; the types check ours.
        validateSchema: false,
      },
      onCreate: (ajv) => {
        ajv.addKeyword('x-must-be')
        ajv.addKeyword({ keyword: 'x-text', type: 'string', validate: isText })
        ajv.addFormat('date', isDay)
        ajv.addFormat('date-time', isTime)
      },
    },
  ),
)

function remember<Made>(make: (schema: object) => Made): (schema: object) => Made {
  const made = new WeakMap<object, Made>()
  return (schema) => {
    const found = made.get(schema) ?? make(schema)
    made.set(schema, found)
    return found
  }
}

/** What a text must be beyond what the patterns of every language can say. */
const texts: Record<string, RegExp> = { 'not-blank': /\S/, 'all-visible': /^\P{Cf}*$/u }

function isText(kind: string, text: string): boolean {
  return texts[kind]!.test(text)
}

const decimal = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i
/** Readers of text for types that the schema names. A text that does not fit stays, and the schema refuses it. */
const readers: Record<string, (text: string) => unknown> = {
  integer: (text) => (/^-?\d+$/.test(text) ? toSafeInteger(text) : text),
  number: (text) => (decimal.test(text) ? Number(text) : text),
  // Python writes True and False.
  boolean: (text) => ({ true: true, '1': true, false: false, '0': false })[text.toLowerCase()] ?? text,
}

/** One that is larger than a number can hold exactly is as good as the largest: a page so far past the end is empty. */
function toSafeInteger(text: string): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number(text), Number.MAX_SAFE_INTEGER))
}

function createFieldReader({ properties }: TObject): (fields: Fields) => void {
  const typed = Object.entries(properties).flatMap(([name, { type }]: [string, { type?: unknown }]) => {
    const read = readers[String(type)]
    return read ? [{ name, read }] : []
  })
  return (fields) => {
    for (const { name, read } of typed) {
      const text = fields[name]
      if (typeof text === 'string') fields[name] = read(text)
    }
  }
}

/** RFC 3339; seconds may be left out, and so may the whole time of day, which is then midnight UTC. */
function isTime(text: string): boolean {
  const pattern = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?))?$/i
  return pattern.test(text) && !Number.isNaN(Date.parse(text))
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}
