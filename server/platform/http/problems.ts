// Why a request does not fit its schema, in a sentence. The one place that turns a validator's problems into words.
import type { FastifySchemaValidationError } from 'fastify'
import { type ApiError, invalidRequest } from '../errors.ts'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  /** The words of the contract itself, where the keywords above would say it worse. */
  'x-must-be'?: string
}

/** As the validator reports it when it is asked to be verbose. */
export interface Problem extends FastifySchemaValidationError {
  data?: unknown
  parentSchema?: Schema
}

/** `schemaErrorFormatter` of the whole service: 400 and a sentence that names what is wrong. */
export function refuseRequest(problems: Problem[], part: string): ApiError {
  return invalidRequest(describeProblem(chooseProblem(problems), part))
}

/** `schemaErrorFormatter` of a route whose path names something by its id: what is no id is the id of nothing. */
export function refuseIdAs(notFound: () => ApiError) {
  return (problems: Problem[], part: string): ApiError =>
    part === 'params' ? notFound() : refuseRequest(problems, part)
}

/**
 * Every member of a union reports why it does not fit, then the union itself. The deepest problem tells most; that of a
 * member more than that of its union, unless all it says is that the value is of another type.
 */
function chooseProblem(problems: Problem[]): Problem {
  const telling = problems.filter(({ keyword }) => keyword !== 'type' && keyword !== 'const')
  const worth = ({ instancePath, keyword }: Problem) =>
    2 * instancePath.split('/').length - (keyword === 'anyOf' ? 1 : 0)
  return telling.sort((a, b) => worth(b) - worth(a))[0] ?? problems.at(-1)!
}

function describeProblem(problem: Problem, part: string): string {
  const { keyword, data, parentSchema = {} } = problem
  const name = nameValue(problem, part)
  const members = Object.keys(parentSchema.properties ?? {})
  const { missingProperty, additionalProperty } = problem.params as Record<string, string>
  if (part === 'querystring' && Array.isArray(data)) return `${name} is given more than once.`
  switch (keyword) {
    case 'required':
      return `${missingProperty} is missing.`
    case 'additionalProperties':
      return describeUnknown(additionalProperty ?? '', members)
    case 'minProperties':
      return `${name} must hold ${list(members, 'or')}.`
    case 'maxProperties':
      return `${name} must hold only one of ${list(members, 'and')}.`
    default:
      return `${name} must be ${describeExpected(parentSchema, keyword)}.`
  }
}

function describeUnknown(name: string, members: string[]): string {
  const [first] = members
  if (first === undefined) return `${name} is not known here: this takes nothing.`
  const similar = findSimilar(name, members)
  const question = similar === undefined ? '' : ` Did you mean ${similar}?`
  return `${name} is not known here. Only ${list(members, 'and')} ${members.length === 1 ? 'is' : 'are'}.${question}`
}

/** The known name that shares most pairs of letters with a mistyped one; undefined when none shares half of them. */
export function findSimilar(name: string, known: readonly string[]): string | undefined {
  const pairs = listPairs(name)
  const shares = known.map((word) => {
    const others = listPairs(word)
    const shared = others.filter((pair) => pairs.includes(pair)).length
    return { word, share: (2 * shared) / (pairs.length + others.length) }
  })
  const [best] = shares.sort((a, b) => b.share - a.share)
  return best && best.share >= 0.5 ? best.word : undefined
}

/** With the ends, so that a word of one letter has pairs, too. */
function listPairs(word: string): string[] {
  const bounded = `^${word.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')}$`
  return Array.from({ length: bounded.length - 1 }, (_, at) => bounded.slice(at, at + 2))
}

const wholes: Record<string, string> = { body: 'The body', querystring: 'The query', params: 'The path' }

function nameValue({ instancePath }: Problem, part: string): string {
  const name = instancePath.slice(1).replaceAll('/', '.')
  if (name === '') return wholes[part] ?? 'The request'
  if (/\.\d+$/.test(name)) return `Each of ${name.replace(/\.\d+$/, '')}`
  return part === 'headers' ? name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase()) : name
}

/** A value that would have fitted, to follow "must be". */
function describeExpected(schema: Schema, keyword?: string): string {
  if (schema['x-must-be'] !== undefined) return schema['x-must-be']
  if (schema.anyOf?.every((member) => 'const' in member))
    return `one of: ${schema.anyOf.map((member) => member.const).join(', ')}`
  if (schema.anyOf) return schema.anyOf.map((member) => describeExpected(member)).join(' or ')
  if (schema.enum) return `one of: ${schema.enum.join(', ')}`
  const [type = '', ...others] = [schema.type ?? []].flat()
  const describe = descriptions[type] ?? (() => 'something else')
  return [describe(schema, keyword), ...others].join(' or ')
}

const descriptions: Record<string, (schema: Schema, keyword?: string) => string> = {
  object: () => 'a JSON object',
  array: (schema, keyword) =>
    keyword?.endsWith('Items') ? `a list of ${describeLimit(schema.minItems, schema.maxItems)}` : 'a list',
  integer: ({ minimum, maximum }) => `a whole number${describeRange(minimum, maximum)}`,
  number: ({ minimum, maximum }) => `a number${describeRange(minimum, maximum)}`,
  boolean: () => 'true or false',
  null: () => 'null',
  string: (schema, keyword) => {
    if (keyword?.endsWith('Length'))
      return `${describeLimit(schema.minLength, schema.maxLength)} characters long`
    return formats[schema.format ?? ''] ?? 'text'
  },
}

const formats: Record<string, string> = {
  date: 'a date such as 2026-05-17',
  'date-time': 'a time such as 2026-05-17T16:04:05Z',
  uri: 'an address such as https://example.org/path',
}

function describeRange(least?: number, most?: number): string {
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`
  return least === undefined && most === undefined ? '' : ` of ${describeLimit(least, most)}`
}

function describeLimit(least?: number, most?: number): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}`
  return least === undefined ? `at most ${most}` : `at least ${least}`
}

function list(words: string[], last: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}
