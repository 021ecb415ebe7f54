import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

const MAX_MB = 60

/** In a separate process, whose memory nothing else uses. */
const program = `
const { createAtlasPool } = await import(process.argv[1])
const mb = () => process.memoryUsage.rss() / 2 ** 20
const before = mb()
const pool = createAtlasPool()
const near = await pool.run({ west: 6, south: 45.5, east: 10, north: 47.5, zoom: 9 })
const first = mb() - before
const far = await pool.run({ west: -20, south: 30, east: 40, north: 60, zoom: 4 })
const coast = await pool.run({ west: 4, south: 42, east: 8, north: 45, zoom: 6 })
console.log(JSON.stringify({ first, all: mb() - before, near, far, coast }))
await pool.destroy()
`

interface Outcome {
  first: number
  all: number
  near: Record<string, unknown[]>
  far: Record<string, unknown[]>
  coast: Record<string, unknown[]>
}

test(`the first view of the built-in map takes less than ${MAX_MB} MB of memory`, (context) => {
  const args = ['--input-type=module', '-e', program, join(import.meta.dirname, 'pool.ts')]
  const output = execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' })
  const { first, all, near, far, coast } = JSON.parse(output) as Outcome
  context.diagnostic(`${first.toFixed(1)} MB for the first view, ${all.toFixed(1)} MB for three`)
  assert.ok(first < MAX_MB, `${first.toFixed(1)} MB`)
  assert.ok(all < MAX_MB + 20, `${all.toFixed(1)} MB`)
  assert.equal(near.background, 'land')
  assert.ok((near.towns as { name: string }[]).some(({ name }) => name === 'Thun'))
  assert.ok(near.areas!.length > 3 && near.borders!.length > 0, 'lakes and borders of the Alps')
  assert.ok(
    (near.rivers as unknown[][]).every((lines) => lines.length > 0),
    'rivers of three sizes',
  )
  assert.equal(far.background, 'water')
  assert.ok(far.areas!.length > 20 && coast.areas!.length > 0)
})
