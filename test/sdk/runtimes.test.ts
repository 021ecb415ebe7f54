// run: all
// The same program with the SDK in each runtime that is on the PATH; test/browser/developers/sdk.test.ts has the browser.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { makeFolder } from '#test/support/installation/folder.ts'
import type { SmokeResult } from '#test/support/sdk/smoke.ts'
import { prepareSmokeTest } from '#test/support/sdk/smoke-test.ts'
import { startServer } from '#test/support/server.ts'

const runtimes = {
  Node: [process.execPath],
  Deno: ['deno', 'run', '--allow-net', '--no-prompt', '--cached-only'],
  Bun: ['bun', 'run'],
}

suite('the SDK', async () => {
  const server = await startServer({ after })
  const folder = makeFolder({ after })

  for (const [name, [program = '', ...args]] of Object.entries(runtimes)) {
    const isHere = spawnSync(program, ['--version']).status === 0
    test(`works in ${name}`, { skip: isHere ? false : `${program} is not on the PATH` }, async () => {
      const { code, check } = await prepareSmokeTest(server)
      const file = join(folder, `${name}.mjs`)
      writeFileSync(file, `globalThis.report = (text) => console.log(text);\n${code}`)
      const { stdout, stderr } = await promisify(execFile)(program, [...args, file], { timeout: 300_000 })
      assert.equal(stderr, '')
      await check(JSON.parse(stdout) as SmokeResult)
    })
  }
})
