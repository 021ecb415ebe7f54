// Clients of any language check what they send and get by the patterns of the description.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { Schema } from '#contract/openapi/document.ts'
import { fetchResolved } from '#test/support/description.ts'
import { shareServer } from '#test/support/server.ts'

type Patterned = Schema & { pattern?: string }
/** A pattern -> the examples that it is there for. */
type Patterns = Record<string, string[]>
/** The patterns that an engine refuses, or by which it refuses an example. */
type Engine = (patterns: Patterns) => string[]

function collectPatterns(part: unknown, found: Patterns = {}): Patterns {
  if (typeof part !== 'object' || part === null) return found
  const { pattern, examples } = part as Patterned
  if (typeof pattern === 'string') {
    const texts = Array.isArray(examples) ? examples.filter((one) => typeof one === 'string') : []
    found[pattern] = [...(found[pattern] ?? []), ...texts]
  }
  for (const member of Object.values(part)) collectPatterns(member, found)
  return found
}

function findRefused(patterns: Patterns, compile: (pattern: string) => (text: string) => boolean): string[] {
  return Object.entries(patterns).flatMap(([pattern, examples]) => {
    try {
      const matches = compile(pattern)
      return examples.filter((text) => !matches(text)).map((text) => `${pattern} refuses ${text}`)
    } catch (error) {
      return [`${pattern}: ${(error as Error).message}`]
    }
  })
}

const root = join(import.meta.dirname, '../../..')
const tools = join(import.meta.dirname, 'generators/package.json')
interface Re2 {
  RE2JS: { compile(pattern: string): { matcher(text: string): { find(): boolean } } }
}

const PYTHON = `
import json, re, sys
for pattern, examples in json.load(sys.stdin).items():
    try:
        compiled = re.compile(pattern)
    except re.error as error:
        print(f"{pattern}: {error}")
        continue
    for text in examples:
        if not compiled.search(text):
            print(f"{pattern} refuses {text}")
`

const missing: Record<string, () => string | undefined> = {
  'Python 3': () => (spawnSync('python3', ['-c', '']).status === 0 ? undefined : 'needs python3'),
  RE2: () => {
    if (process.env.SWEEPS === undefined) return 'comes with the generators, in sweeps'
    execFileSync(process.execPath, [join(root, 'scripts/setup.mjs'), '--generators'], { cwd: root })
    return undefined
  },
}
const engines: Record<string, Engine> = {
  'JavaScript without u': (patterns) =>
    findRefused(patterns, (pattern) => {
      const compiled = new RegExp(pattern)
      return (text) => compiled.test(text)
    }),
  RE2: (patterns) => {
    const { RE2JS } = createRequire(tools)('re2js') as Re2
    return findRefused(patterns, (pattern) => {
      const compiled = RE2JS.compile(pattern)
      return (text) => compiled.matcher(text).find()
    })
  },
  'Python 3': (patterns) => {
    const { stdout, stderr } = spawnSync('python3', ['-c', PYTHON], {
      input: JSON.stringify(patterns),
      encoding: 'utf8',
    })
    return [...stdout.split('\n'), stderr].filter(Boolean)
  },
}

suite('the patterns of the description', async () => {
  const server = await shareServer()
  const patterns = collectPatterns(await fetchResolved(server))

  for (const [name, engine] of Object.entries(engines)) {
    test(`${name} compiles them, and every example fits`, (context) => {
      const reason = missing[name]?.()
      if (reason !== undefined) return context.skip(reason)
      assert.ok(Object.keys(patterns).length >= 10)
      assert.deepEqual(engine(patterns), [])
      assert.equal(engine({ '(?<': [], '^a$': ['b'] }).length, 2)
      return undefined
    })
  }

  // \\d and \\w are other characters in Python; RE2 knows no \\u and counts groups up to 1,000 characters.
  test('mean the same in each: no properties, no classes by letter, no look around, no counted groups', () => {
    const differing = Object.keys(patterns).filter((one) =>
      /\\(?!x[0-9a-f]{2}|[.+*?/-])|\(\?(?!:)|\)\{/.test(one),
    )
    assert.deepEqual(differing, [])
  })
})
