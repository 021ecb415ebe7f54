// Requests made from the description of an operation: some as it asks for them, most with a value that is not.
import type { Description, Operation, Schema } from '#contract/openapi/document.ts'

export interface FuzzedOperation {
  method: string
  path: string
  operation: Operation
}

export interface FuzzedRequest {
  url: string
  init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> }
}

/** Between 0 and 1, the same again with the same seed. */
export type Random = () => number

type Known = Schema & { pattern?: string; minLength?: number; maxLength?: number; minItems?: number }

export function listFuzzed({ paths }: Description): FuzzedOperation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)]!

const strange = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  'null',
  'true',
  'ä☂😀',
  'a\u0000b',
  '\ud800',
  '%',
  "'; drop table flights; --",
  '../../etc/passwd',
  '2026-02-30',
  'x'.repeat(600),
]

/** What a caller could name: ids that are there, and what is no id. */
export function makeRequest(
  { method, path, operation }: FuzzedOperation,
  random: Random,
  ids: readonly string[],
): FuzzedRequest {
  const text = (schema: Known, example?: unknown): string => {
    if (random() < 0.3) return pick(random, strange)
    const value = makeValue({ examples: [example], ...schema } as Known, random, ids)
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  const given = operation.parameters ?? []
  const route = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = given.find((one) => one.name === name && one.in === 'path')
    const value = random() < 0.7 ? pick(random, ids) : text(parameter?.schema ?? {}, parameter?.example)
    return encodeURIComponent(value.toWellFormed()) || '%20'
  })
  const query = new URLSearchParams()
  for (const { name, schema, example } of given.filter((one) => one.in === 'query'))
    if (random() < 0.35) query.append(name, text(schema, example))
  if (random() < 0.05) query.append('unknown', 'x')
  const headers: Record<string, string> = {}
  for (const { name, schema } of given.filter((one) => one.in === 'header'))
    if (random() < 0.3) headers[name] = text(schema).replaceAll(/[^\x20-\x7e]/g, '?')
  const body = makeBody(operation, random, ids, headers)
  return {
    url: `${route}${query.size > 0 ? `?${query}` : ''}`,
    init: { method, headers, ...(body !== undefined && method !== 'GET' && { body }) },
  }
}

function makeBody(
  { requestBody }: Operation,
  random: Random,
  ids: readonly string[],
  headers: Record<string, string>,
): string | Uint8Array<ArrayBuffer> | undefined {
  const contents = Object.entries(requestBody?.content ?? {})
  if (contents.length === 0) {
    if (random() > 0.15) return undefined
    headers['content-type'] = 'application/json'
    return pick(random, ['{"unexpected":1}', '{', ' '.repeat(1_100_000)])
  }
  if (random() < 0.08) return undefined
  const [type, { schema }] = pick(random, contents)
  headers['content-type'] = random() < 0.06 ? pick(random, ['text/css', 'application/json', 'x', '']) : type
  if (random() < 0.04) return new Uint8Array(1_100_000).fill(32)
  if (random() < 0.06) return pick(random, ['{', '[]', 'null', '"text"', '{"a":'])
  const value = makeValue(schema, random, ids)
  if (type === 'application/json') return JSON.stringify(value)
  if (type === 'application/x-www-form-urlencoded')
    return String(new URLSearchParams(Object.entries(Object(value)).map(([k, v]) => [k, String(v)])))
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** One that fits the schema as a rule. */
function makeValue(schema: Known, random: Random, ids: readonly string[], depth = 0): unknown {
  if (random() < 0.05) return pick(random, [null, 0, -1, 1.5, '', 'x', [], {}, true, ...strange])
  const { anyOf, examples = [], type } = schema
  if (anyOf) return makeValue(pick(random, anyOf), random, ids, depth)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(random, schema.enum)
  const kind = Array.isArray(type) ? pick(random, type) : type
  const [example] = examples
  if (kind === 'object' && schema.properties) {
    const members = Object.entries(schema.properties).filter(
      ([name]) => (schema.required?.includes(name) ?? false) || random() < 0.6,
    )
    const made = members.map(([name, member]) => [name, makeValue(member, random, ids, depth + 1)])
    if (random() < 0.05) made.push(['unexpected', 1])
    return Object.fromEntries(made)
  }
  if (kind === 'array') {
    const length = pick(random, [0, 1, 1, 2, 120])
    return Array.from({ length }, () => makeValue(schema.items ?? {}, random, ids, depth + 1))
  }
  if (kind === 'integer' || kind === 'number') {
    const { minimum = 0, maximum = 1e9 } = schema
    return pick(random, [minimum, maximum, minimum - 1, maximum + 1, 1.5, ...examples])
  }
  if (kind === 'boolean') return random() < 0.5
  if (kind === 'null') return null
  if (schema.pattern?.includes('[a-f0-9]{24}')) return pick(random, ids)
  return example !== undefined && random() < 0.7 ? example : pick(random, strange)
}
