// The archive of `npm run release`, built once and unpacked elsewhere.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, suite, test } from 'node:test'
import { type Arch, buildRelease } from '../../scripts/release/build.ts'
import { readManifest } from '../../scripts/release/contents.ts'
import { makeFlight } from '#test/support/flights.ts'
import { findFreePort, startPostgres } from '#test/support/postgres.ts'
import { waitForAnswer } from '#test/support/process.ts'
import { buildImage, findWhyNoImage } from './image.ts'
import { unpack } from './unpack.ts'

const MAX_BYTES = 120_000_000
const root = join(import.meta.dirname, '../..')
const hasSystemd = existsSync('/usr/bin/systemd-analyze')
const whyNoImage = findWhyNoImage()

suite('a release', async () => {
  const target = mkdtempSync(join(tmpdir(), 'cloudstreet-dist-'))
  writeFileSync(join(target, 'cloudstreet-0.9.0-linux-x64.tar.gz'), 'an earlier one')
  const release = await buildRelease({ root, target, arch: process.arch as Arch })
  const place = unpack(release.archive, release.name)
  const unit = join(place.folder, 'systemd/cloudstreet.service')
  after(() => {
    place.remove()
    rmSync(target, { recursive: true, force: true })
  })

  test('is under 120 MB, its checksums are right, and no archive of another version is next to it', (context) => {
    const files = ['SHA256SUMS', `${release.name}.cdx.json`, `${release.name}.tar.gz`]
    assert.deepEqual(readdirSync(target).sort(), files)
    context.diagnostic(`${(release.bytes / 1e6).toFixed(1)} MB, ${release.packages} packages`)
    assert.ok(release.bytes < MAX_BYTES, `${release.bytes} bytes`)
    const checked = execFileSync('sha256sum', ['--check', release.checksums], {
      cwd: target,
      encoding: 'utf8',
    })
    assert.deepEqual(checked.trim().split('\n').sort(), [
      `${release.name}.cdx.json: OK`,
      `${release.name}.tar.gz: OK`,
    ])
  })

  test('runs without Node and npm, as a user without any right: upload, dashboard, operator’s commands', async (context) => {
    const port = await findFreePort()
    const url = `http://localhost:${port}`
    const server = place.start([], { PORT: String(port) })
    context.after(() => server.kill('SIGKILL'))
    await waitForAnswer(url, server)
    const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
    assert.doesNotMatch(status, /^Uid:\s+0/m)
    assert.match(status, /^CapEff:\s+0+$/m)

    const admin = async (...args: string[]) => {
      const { code, output } = await place.run(['admin', ...args])
      assert.equal(code, 0, output)
      return JSON.parse(output) as Record<string, string>
    }
    const email = 'release@example.org'
    await admin('user', 'create', '--email', email, '--name', 'R', '--password', 'a long pass phrase')
    const scopes = 'flights:read flights:write'
    const { key } = await admin('key', 'create', '--owner', email, '--name', 'r', '--scopes', scopes)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' }
    const uploaded = await fetch(`${url}/api/v1/flights/upload`, {
      method: 'POST',
      headers,
      body: makeFlight(4711) as BodyInit,
    })
    assert.equal(uploaded.status, 201, await uploaded.text())
    const list = (await (await fetch(`${url}/api/v1/flights`, { headers })).json()) as { data: unknown[] }
    assert.equal(list.data.length, 1)
    const dashboard = await (await fetch(`${url}/app/logbook`)).text()
    const script = /src="(\/app\/[^"]+\.js)"/.exec(dashboard)?.[1] ?? assert.fail(dashboard)
    assert.equal((await fetch(url + script)).status, 200)
    assert.ok(existsSync(join(place.home, 'data/cloudstreet.db')))
    assert.equal(await server.kill('SIGTERM'), 0, server.output())
  })

  test('tells how to call it by its own name, not by npm', async () => {
    for (const args of [['--help'], ['admin', '--help'], ['--fly']]) {
      const { output } = await place.run(args)
      assert.doesNotMatch(output, /\bnpm\b/)
      assert.match(output, /\bcloudstreet (admin COMMAND|\[OPTIONS\]|--help)/)
    }
  })

  test('has production packages alone, and its bill of materials lists them and what the dashboard is built of', () => {
    const installed = globSync('node_modules/**/package.json', { cwd: place.folder })
      .filter((path) => /node_modules\/(@[^/]+\/)?[^/]+$/.test(dirname(path)))
      .map((path) => JSON.parse(readFileSync(join(place.folder, path), 'utf8')) as Named)
      .map(({ name, version }) => `${name}@${version}`)
    const { components } = JSON.parse(readFileSync(release.billOfMaterials, 'utf8')) as {
      components: (Named & { hashes: { content: string }[]; licenses: unknown[] })[]
    }
    const { dependencies } = readManifest(root)
    const { dependencies: built } = readManifest(join(root, 'web/packages'))
    const dashboard = ['leaflet', 'protomaps-leaflet', 'uplot'].map((name) => `${name}@${built[name]}`)
    assert.deepEqual(
      components.map(({ name, version }) => `${name}@${version}`).sort(),
      [...new Set([...installed, ...dashboard])].sort(),
    )
    for (const { name, hashes } of components) {
      const isNode = name.startsWith('node-linux-')
      assert.match(hashes[0]?.content ?? '', isNode ? /^[0-9a-f]{64}$/ : /^[0-9a-f]{128}$/, name)
    }
    for (const [name, version] of Object.entries(dependencies)) {
      assert.ok(installed.includes(`${name}@${version}`), name)
    }
    assert.equal(globSync('**/*.test.ts', { cwd: place.folder, exclude: ['node_modules/**'] }).length, 0)
  })

  test(
    'its systemd unit is valid and closes what the service does not need',
    { skip: hasSystemd ? false : 'systemd is not here' },
    () => {
      const verify = spawnSync('systemd-analyze', ['verify', '--recursive-errors=no', unit], {
        encoding: 'utf8',
      })
      // The program is not in /opt here.
      const complaints = verify.stderr
        .split('\n')
        .filter((line) => line && !line.includes('/opt/cloudstreet/'))
      assert.deepEqual(complaints, [])
      // From 0 (closed) to 100 (a service without any limit has 96).
      const flags = ['--offline=true', '--threshold=20', '--no-pager']
      const security = spawnSync('systemd-analyze', ['security', ...flags, unit], { encoding: 'utf8' })
      assert.equal(security.status, 0, security.stdout + security.stderr)
    },
  )

  test('its image runs on PostgreSQL', { skip: whyNoImage ?? false }, async (context) => {
    const postgres = await startPostgres()
    context.after(() => postgres.stop())
    const port = await findFreePort()
    const image = buildImage({ root, archive: release.archive })
    context.after(() => image.remove())
    const server = image.start({
      PORT: String(port),
      DATABASE_URL: postgres.url,
      CLOUDSTREET_SECRET: 'an image of a release, for a test'.padEnd(40, '.'),
    })
    const url = `http://localhost:${port}`
    await waitForAnswer(url, server)
    assert.equal((await fetch(`${url}/readyz`)).status, 200)
    assert.equal(await image.run(['id', '-u']), '10001')
    const { database } = JSON.parse(await image.run(['cloudstreet', 'admin', 'status'])) as {
      database: string
    }
    assert.equal(database, 'postgres')
    await server.kill('SIGTERM')
    await assert.rejects(fetch(url))
  })
})

interface Named {
  name: string
  version: string
}
