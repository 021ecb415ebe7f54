import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

/** Prints how large the young generation of a thread became that may have 2 MB. */
const thread = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { parentPort } from 'node:worker_threads'
  let kept = []
  for (let made = 0; made < 3_000_000; made++) {
    kept.push({ made })
    if (kept.length > 50_000) kept = []
  }
  parentPort.postMessage(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size)`
const program = (before: string) => `
  import { Worker } from 'node:worker_threads'
  import { keepLimitsOfThreads } from '${new URL('memory.ts', import.meta.url).href}'
  ${before}
  const source = new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(thread)}))
  new Worker(source, { resourceLimits: { maxYoungGenerationSizeMb: 2 } }).once('message', console.log)`

test('a limit of the main thread’s young generation raises none of a thread’s', () => {
  const measure = (before: string) => {
    const args = ['--max-semi-space-size=16', '--input-type=module', '--eval', program(before)]
    return Number(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout) / 1024 ** 2
  }
  assert.ok(measure('keepLimitsOfThreads()') <= 2)
  assert.ok(measure('') > 2, 'V8 respects the limit by itself: the function can go')
})
