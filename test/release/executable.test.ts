// The files of `npm run build:cli` on a machine that has nothing else: no Node, no PATH, an empty home.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, suite, test } from 'node:test'
import { buildExecutables } from '../../scripts/cli/executable.ts'
import { type Arch, arches } from '../../scripts/release/build.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { makeFlight, unlimited } from '#test/support/flights.ts'
import { createKey, createUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const MAX_BYTES = 140_000_000
/** e_machine of an ELF header. */
const machines: Record<Arch, number> = { x64: 62, arm64: 183 }
const [emulator, libraries] = ['/usr/bin/qemu-aarch64-static', '/usr/aarch64-linux-gnu']
const isEmulated = process.arch === 'x64' && existsSync(emulator) && existsSync(libraries)

suite('the single executable', async () => {
  const folder = makeFolder({ after })
  const files = await buildExecutables(join(folder, 'first'))
  const program = files[arches.indexOf(process.arch as Arch)] ?? ''
  const server = await startServer({ after }, { environment: unlimited })

  async function run(args: string[], input = ''): Promise<{ code: number; out: string; err: string }> {
    const home = join(folder, 'home')
    mkdirSync(home, { recursive: true })
    return new Promise((resolve) => {
      const done = (error: Error | null, out: string, err: string) =>
        resolve({ code: error ? Number((error as { code?: number }).code) : 0, out, err })
      execFile(program, args, { cwd: home, env: { HOME: home } }, done).stdin?.end(input)
    })
  }

  test('signs in, uploads and watches with nothing around it', async () => {
    const help = await run(['--help'])
    assert.deepEqual([help.code, help.err], [0, ''])
    assert.match(help.out, /upload +Uploads flights/)

    const user = await createUser(server, 'Una File')
    const key = await createKey(server, user, ['profile:read', 'flights:read', 'flights:write'])
    const login = await run(['login', '--url', server.url, '--key', '-'], `${key}\n`)
    assert.deepEqual([login.code, login.out], [0, 'Signed in as Una File.\n'], login.err)

    const flights = join(folder, 'home/flights')
    mkdirSync(flights)
    writeFileSync(join(flights, 'one.igc'), makeFlight(1))
    const upload = await run(['upload', 'flights'])
    assert.equal(upload.code, 0, upload.err)
    assert.match(upload.out, /\n1 new\n$/)
    writeFileSync(join(flights, 'two.igc'), makeFlight(2))
    const watch = await run(['watch', 'flights', '--once'])
    assert.equal(watch.code, 0, watch.err)
    assert.equal((await run(['flights', '--json'])).out.trim().split('\n').length, 2)
    assert.equal((await run(['upload', 'nowhere'])).code, 1)
  })

  for (const [index, arch] of arches.entries()) {
    test(`for ${arch}: an ELF file of its machine, with the program in it and the licences next to it`, (context) => {
      const file = files[index] ?? ''
      const bytes = readFileSync(file)
      context.diagnostic(`${(bytes.length / 1e6).toFixed(1)} MB`)
      assert.ok(bytes.length < MAX_BYTES, `${bytes.length} bytes`)
      assert.equal(bytes.subarray(0, 4).toString('latin1'), '\x7fELF')
      assert.equal(bytes.readUInt16LE(18), machines[arch])
      assert.ok(bytes.includes('takes flights from a vario to Cloudstreet'))
      // Node reads the blob only where the fuse has been set to 1.
      assert.ok(bytes.includes('NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1'))
      assert.match(
        readFileSync(join(dirname(file), 'LICENSE'), 'utf8'),
        /^MIT License.*Node\.js is licensed/s,
      )
    })
  }

  test(
    'for arm64: runs in an emulator',
    { skip: isEmulated ? false : 'qemu-user-static and libstdc++6-arm64-cross are not here' },
    async () => {
      const args = ['-L', libraries, files[arches.indexOf('arm64')] ?? '', '--help']
      const out = await new Promise<string>((resolve, reject) =>
        execFile(emulator, args, { env: {} }, (error, text) => (error ? reject(error) : resolve(text))),
      )
      assert.match(out, /upload +Uploads flights/)
    },
  )

  test('the same sources give the same bytes', async () => {
    const again = await buildExecutables(join(folder, 'second'), [process.arch as Arch])
    assert.equal(hash(again[0] ?? ''), hash(program))
  })
})

const hash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
