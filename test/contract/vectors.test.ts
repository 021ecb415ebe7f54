// run: all
// The service and its own reader, judged by the runner that others use.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { createPilot, unlimited } from '#test/support/flights.ts'
import { startServer } from '#test/support/server.ts'
import { buildVectors } from '../../scripts/vectors/build.ts'

const root = join(import.meta.dirname, '../..')

suite('the test vectors', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-vectors-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  buildVectors(folder)

  const run = (args: string[], env: Record<string, string> = {}) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const runner = join(root, 'vectors/package/run.mjs')
      execFile(
        process.execPath,
        [runner, '--data', folder, ...args],
        { env: { ...process.env, ...env }, maxBuffer: 1e8 },
        (error, output, complaint) => resolve({ code: Number(error?.code ?? 0), output: output + complaint }),
      )
    })

  test('agree with the service over HTTP', async (context) => {
    const server = await startServer(context, { environment: unlimited })
    const { token } = await createPilot(server)
    const { code, output } = await run(['--url', server.url], { CLOUDSTREET_KEY: token })
    assert.match(output, /^\d+ passed, 0 failed, 0 not given; \d{4} values compared\n$/)
    assert.equal(code, 0)
  })

  test('agree with the reader and the scorer as a command', async () => {
    const command = [process.execPath, join(root, 'vectors/answer.ts'), '{file}']
    const { code, output } = await run(['--only', 'courses/triangle', '--', ...command])
    assert.match(output, /^6 passed, 0 failed, 0 not given/)
    assert.equal(code, 0)
  })

  test('find the faults of a reader that is wrong on purpose, and of one that says nothing', async () => {
    const wrong = join(folder, 'wrong.mjs')
    writeFileSync(
      wrong,
      'console.log(JSON.stringify({ isValid: true, diagnoses: [], signature: { status: "valid" } }))',
    )
    const { code, output } = await run(['--only', 'signature', '--', process.execPath, wrong])
    assert.match(
      output,
      /FAIL signatures\/unsigned: .*\n {2}signature\.status is "valid", expected "unsigned"/,
    )
    assert.equal(code, 1)
    const silent = await run(['--only', 'no-date', '--json', '--', process.execPath, '-e', ''])
    assert.match(silent.output, /no JSON from/)
    assert.equal(silent.code, 1)
    const nothing = await run(['--only', 'no-such-vector', '--', process.execPath, wrong])
    assert.equal(nothing.code, 1)
  })
})
