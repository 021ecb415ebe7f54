// part: release; packs the package
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildCli } from './build.ts'

const folder = join(import.meta.dirname, '../../cli')

test('the package of the program is one file that needs nothing but Node', async () => {
  const program = await buildCli()
  const text = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: folder })
  const [packed] = JSON.parse(text.toString()) as { files: { path: string }[] }[]
  const paths = packed?.files.map(({ path }) => path).sort()
  assert.deepEqual(paths, ['LICENSE', 'README.md', 'dist/cloudstreet.js', 'package.json'])
  const imports = readFileSync(program, 'utf8').matchAll(/\bfrom\s*"([^"]+)"/g)
  const foreign = [...imports].map((match) => match[1] ?? '').filter((name) => !isBuiltin(name))
  assert.deepEqual(foreign, [])
  assert.match(execFileSync(process.execPath, [program, '--help']).toString(), /upload +Uploads flights/)
  assert.match(execFileSync(process.execPath, [program, '--version']).toString(), /^\d+\.\d+\.\d+\n$/)
})

test('every command is in the README', () => {
  const help = execFileSync(process.execPath, [join(folder, 'main.ts'), '--help']).toString()
  const names = [...help.matchAll(/^ {2}([a-z]+) /gm)].map((match) => match[1] ?? '')
  assert.ok(names.includes('upload'))
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  assert.deepEqual(
    names.filter((name) => !readme.includes(`\`${name}`)),
    [],
  )
})
