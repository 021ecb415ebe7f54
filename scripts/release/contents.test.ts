import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { FINISH_SECONDS, MAX_DRAIN_SECONDS, settings } from '#server/platform/settings.ts'
import { product, readManifest } from './contents.ts'

const root = join(import.meta.dirname, '../..')

test('what a release contains imports nothing that it lacks', () => {
  const { dependencies } = readManifest(root)
  const files = product
    .filter((path) => path !== 'web/dist' && !path.startsWith('docs'))
    .flatMap((path) => globSync(`${path}/**/*.ts`, { cwd: root }))
    .filter((path) => !path.endsWith('.test.ts'))
  assert.ok(files.length > 200, `${files.length} files`)
  const problems = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    // A type is gone before the program runs.
    const imports = text.matchAll(
      /^(?:import|export)(?! type\b)(?: *[\w*{][^;'"]*?\bfrom)? *['"]([^'"]+)['"]|\b(?:import|resolve)\(\s*['"]([^'"]+)['"]/gm,
    )
    return [...imports]
      .map((match) => match[1] ?? match[2] ?? '')
      .filter((name) => /^[@a-z]/.test(name) && !isBuiltin(name))
      .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
      .filter((name) => dependencies[name] === undefined)
      .map((name) => `${file} imports ${name}`)
  })
  assert.deepEqual(problems, [])
})

test('the unit and compose.yaml wait for the service to stop by itself, however long DRAIN_SECONDS is', () => {
  const unit = readFileSync(join(root, 'scripts/release/files/systemd/cloudstreet.service'), 'utf8')
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8')
  const seconds = MAX_DRAIN_SECONDS + FINISH_SECONDS + 10
  assert.equal(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]), seconds)
  assert.equal(Number(/^ {4}stop_grace_period: (\d+)s$/m.exec(compose)?.[1]), seconds)
})

test('compose.yaml and the Dockerfile set what the service knows', () => {
  const compose = readFileSync(join(root, 'compose.yaml'), 'utf8')
  const service = /^ {2}cloudstreet:\n(.*?)^ {2}\w/ms.exec(compose)?.[1] ?? ''
  const names = [...service.matchAll(/^ {6}([A-Z_]+):/gm)].map((match) => match[1] ?? '')
  assert.ok(names.includes('DATABASE_URL'))
  const image = /^ENV (.*)$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))?.[1] ?? ''
  names.push(...image.split(' ').map((setting) => setting.split('=')[0] ?? ''))
  const unknown = names.filter((name) => name !== 'PATH' && !(name in settings))
  assert.deepEqual(unknown, [])
})
