import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
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

test('the service and the operator’s commands are started with the memory settings', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const program = readFileSync(join(root, 'scripts/release/files/bin/cloudstreet'), 'utf8')
  const starts = [...Object.values(scripts), ...program.split('\n')].filter((line) =>
    /\bnode\b.*(?:server\/|\$@)/.test(line),
  )
  assert.equal(starts.length, 3, starts.join('\n'))
  const bare = starts.filter((line) => !/\bexec sh \S*server\/launch\.sh\b/.test(line))
  assert.deepEqual(bare, [])
})

interface Compose {
  services: { cloudstreet: Record<string, unknown> & { environment: Record<string, unknown> } }
  volumes: Record<string, unknown>
}

const { services, volumes } = parse(readFileSync(join(root, 'compose.yaml'), 'utf8')) as Compose
const { environment, ...service } = services.cloudstreet

test('compose.yaml passes every setting of .env on, but for those of the container itself', () => {
  assert.deepEqual(service.env_file, ['.env'])
  // An entry of `environment` comes before the file: it must take its value from there, or be one of these.
  const ofContainer = ['DATABASE_URL', 'DATA_DIR', 'HOST', 'PORT']
  const replaced = Object.entries(environment)
    .filter(([name, value]) => !String(value).startsWith(`\${${name}:`))
    .map(([name]) => name)
  assert.deepEqual(replaced, ofContainer)
})

test('compose.yaml runs the service with a health check, a volume, no root and nothing else to write to', () => {
  assert.equal(service.read_only, true)
  assert.deepEqual(service.cap_drop, ['ALL'])
  assert.equal(service.user, /^USER (.*)$/m.exec(readDockerfile())?.[1])
  assert.ok((service.healthcheck as { test: string[] }).test.at(-1)?.includes('/readyz'))
  assert.deepEqual(service.volumes, ['data:/var/lib/cloudstreet'])
  assert.ok('data' in volumes)
  assert.match(String(environment.DATA_DIR), /^\/var\/lib\/cloudstreet\//)
})

const readDockerfile = () => readFileSync(join(root, 'Dockerfile'), 'utf8')

test('the Dockerfile keeps the rules of hadolint that concern it', () => {
  const lines = readDockerfile()
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const of = (name: string) => lines.filter((line) => line.startsWith(`${name} `))
  const bases = lines.flatMap((line) => /^ARG BASE=(.*)$/.exec(line)?.[1] ?? [])
  assert.equal(bases.length, 1)
  assert.match(bases[0] ?? '', /:(?!latest$)[\w.-]+$/, 'DL3006, DL3007: a tag that is not latest')
  for (const line of [...of('CMD'), ...of('ENTRYPOINT')]) assert.match(line, /\[".*"\]$/, 'DL3025: JSON')
  for (const line of of('WORKDIR')) assert.match(line, /^WORKDIR \//, 'DL3000: absolute')
  for (const line of of('ADD')) assert.match(line, /^ADD \$\{RELEASE\} /, 'DL3020: COPY but for an archive')
  for (const line of of('COPY')) assert.match(line, /\/$/, 'DL3021: several sources go to a folder')
  assert.match(of('USER').at(-1) ?? '', /^USER [1-9]\d*:[1-9]\d*$/, 'DL3002: the last user is not root')
  assert.deepEqual([...of('RUN'), ...of('MAINTAINER')], [], 'DL3008, DL3059, DL4000, DL4006')
  for (const name of ['HEALTHCHECK', 'ENTRYPOINT']) assert.equal(of(name).length, 1, 'DL3012, DL4004')
})

test('compose.yaml and the Dockerfile set what the service knows', () => {
  const names = Object.keys(environment)
  assert.ok(names.includes('DATABASE_URL'))
  const image = /^ENV (.*)$/m.exec(readDockerfile())?.[1] ?? ''
  names.push(...image.split(' ').map((setting) => setting.split('=')[0] ?? ''))
  const unknown = names.filter((name) => name !== 'PATH' && !(name in settings))
  assert.deepEqual(unknown, [])
})
