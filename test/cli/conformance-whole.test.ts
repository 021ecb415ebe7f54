// run: sweeps; watches every wait of our own program by the clock, which takes two minutes
// `npm run conformance` as its guide shows it, and on our own program, which keeps every rule.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after, suite, test } from 'node:test'
import { makeFolder } from '#test/support/installation/folder.ts'
import { readBlocks } from '#test/support/guides/blocks.ts'
import { ruleNames } from '../../conformance/rules.ts'

const root = join(import.meta.dirname, '../..')
const KIT = `npm --prefix '${root}' run --silent conformance --`

suite('npm run conformance', () => {
  const folder = makeFolder({ after })
  const program = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'cli/main.ts')}' "$@"\n`
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/cloudstreet'), program, { mode: 0o755 })
  const env = { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` }
  const run = (command: string) => spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' })

  test('the guide shows what comes', () => {
    const [list, sample, shown] = readBlocks('conformance.md').map(({ code }) =>
      code.trim().replace('npm run --silent conformance --', KIT),
    )
    assert.match(run(list!).stdout, /^Rules:\n {2}delivers/)
    const { stdout, status } = run(sample!)
    assert.equal(stdout.trim(), shown)
    assert.equal(status, 1)
  })

  test('our own program keeps every rule', () => {
    const upload = 'CLOUDSTREET_URL=$URL CLOUDSTREET_KEY=$TOKEN cloudstreet upload "$FILE"'
    const { stdout, status } = run(`${KIT} --run '${upload}' --json results.json`)
    assert.equal(status, 0, stdout)
    const { results } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as {
      results: { rule: string; findings: { fault: string; verdict: string }[] }[]
    }
    assert.deepEqual(
      results.map(({ rule }) => rule),
      ruleNames,
    )
    for (const { rule, findings } of results)
      for (const { fault, verdict } of findings) assert.equal(verdict, 'pass', `${rule} under ${fault}`)
  })

  test('a rule or a dialect that is not known is named', () => {
    const { stderr, status } = run(`${KIT} --rules onse --run true`)
    assert.equal(status, 2)
    assert.match(stderr, /^--rules does not know “onse”; it knows delivers, once,/)
  })
})
