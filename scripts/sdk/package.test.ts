// part: release; packs the package
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import type * as sdk from '#sdk/index.ts'
import { buildSdk } from './build.ts'
import { printTypes } from './types.ts'

const root = join(import.meta.dirname, '../..')
/** Minified, before compression. */
const MAX_BYTES = 21_000

/** Of an entry that is for some programs alone, with what it needs to send a request. */
const MAX_CLUBS_BYTES = 8_000
const entries: Record<string, string> = {
  sdk: join(root, 'sdk/index.ts'),
  'sdk/clubs': join(root, 'sdk/clubs/index.ts'),
}

/** Minified code of what somebody uses of the SDK. */
async function bundle(code: string): Promise<string> {
  const bundling = await rolldown({
    input: 'entry',
    platform: 'browser',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? '\0entry' : (entries[id] ?? null)),
        load: (id) => (id === '\0entry' ? code : null),
      },
    ],
  })
  const { output } = await bundling.generate({ minify: true })
  return output[0].code
}

test('the types in the package are those of the contract', async () => {
  await buildSdk()
  const names = Array.from((await printTypes()).matchAll(/^export type (\w+)/gm), ([, name]) => name)
  assert.ok(names.length > 50, `${names.length} types`)
  const lines = names.map(
    (name) => `;[(x: ours.${name}): packed.${name} => x, (x: packed.${name}): ours.${name} => x]`,
  )
  const file = join(root, 'sdk/dist/same.ts')
  const imports = `import type * as ours from '../types.ts'\nimport type * as packed from './index.js'\n`
  writeFileSync(file, imports + lines.join('\n'))
  const config = join(root, 'sdk/dist/tsconfig.json')
  writeFileSync(config, JSON.stringify({ extends: '../../tsconfig.json', files: ['same.ts'] }))
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], {
      stdio: 'inherit',
    })
  } finally {
    rmSync(file)
    rmSync(config)
  }
})

test('the whole SDK is under 21 kB, imports nothing, and what is not used is left out', async (context) => {
  const whole = await bundle(`export * from 'sdk'`)
  assert.ok(whole.length < MAX_BYTES, `${whole.length} bytes`)
  assert.doesNotMatch(whole, /\bimport\b\s*[{('"]/)
  const verifying = await bundle(`export { verifyWebhook } from 'sdk'`)
  assert.ok(verifying.length < 2000, `${verifying.length} bytes`)
  const clubs = await bundle(`export * from 'sdk/clubs'`)
  assert.ok(clubs.length < MAX_CLUBS_BYTES, `${clubs.length} bytes`)
  const zipped = gzipSync(whole).length
  context.diagnostic(
    `${whole.length} bytes, gzipped ${zipped}; verifyWebhook alone ${verifying.length}, clubs ${clubs.length}`,
  )
})

test('the package holds the built code, its types, the README and the licence, and nothing else', async () => {
  await buildSdk()
  const text = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: join(root, 'sdk'),
  })
  const [packed] = JSON.parse(text.toString()) as { files: { path: string }[] }[]
  const paths = packed?.files.map(({ path }) => path) ?? []
  for (const path of [
    'README.md',
    'LICENSE',
    'package.json',
    'dist/index.js',
    'dist/index.d.ts',
    'dist/node/index.js',
    'dist/clubs/index.js',
    'dist/clubs/index.d.ts',
  ])
    assert.ok(paths.includes(path), path)
  const others = paths.filter(
    (path) => !/^(dist\/.*\.(js|d\.ts)|README\.md|LICENSE|package\.json)$/.test(path),
  )
  assert.deepEqual(others, [])
  assert.ok(!paths.some((path) => path.includes('.test.')))
  const built = (await import(join(root, 'sdk/dist/index.js'))) as typeof sdk
  assert.equal(await built.apiKey('k').getToken(), 'k')
})
