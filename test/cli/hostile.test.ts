// run: all
// process: own; changes the folder and the environment of its process
// Names and texts from a service are data: they leave no folder, make no dot file, and do not reach the terminal.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { FLIGHT_ID, HOSTILE, startHostileServer } from '#test/support/sdk/hostile-server.ts'

// The program asks at its start where its home is, and has no keychain here.
const home = mkdtempSync(join(tmpdir(), 'cloudstreet-hostile-'))
const { XDG_CONFIG_HOME: _config, XDG_STATE_HOME: _state, ...environment } = process.env
process.env = { ...environment, HOME: home, PATH: join(home, 'bin'), CLOUDSTREET_KEY: 'cst_key_x' }
process.chdir(home)
after(() => {
  process.chdir('/')
  rmSync(home, { recursive: true })
})
const { run } = await import('../../cli/run.ts')
const { commands } = await import('../../cli/table.ts')
const { openTerminal } = await import('../../cli/terminal/writer.ts')
const { listZip } = await import('../../cli/files/zip.ts')

const names = ['.bash_profile', '../x', '..\\y', `${HOSTILE}.igc`, 'NUL', '-rf', '', 'x'.repeat(5000)]
const ids = names.map((_, index) => `${FLIGHT_ID.slice(0, -1)}${index}`)
const key = ['--webhook', HOSTILE.replaceAll('\0', '')]

/** How each command is called; `until` ends one that would go on. */
const calls: Record<string, { args: string[]; until?: RegExp }[]> = {
  login: [{ args: ['--key', 'cst_key_x'] }, { args: ['--client-id', 'x'] }, { args: [] }],
  whoami: [{ args: [] }, { args: ['--json'] }],
  upload: [{ args: ['vario'] }, { args: ['vario', '--json'] }],
  validate: [{ args: ['vario'] }, { args: ['vario', '--json'] }],
  watch: [{ args: ['vario', '--once'] }],
  flights: [{ args: [] }, { args: ['--json'] }],
  download: [{ args: [...ids, '--to', 'a/b/c', '--force'] }],
  export: [{ args: ['--to', 'a/b/d'] }, { args: ['--to', 'a/e.zip', '--force'] }],
  listen: [
    { args: ['--since', 'start'], until: /flight\.deleted/ },
    { args: ['--since', 'start', '--json'], until: /"flight\.deleted"|Request/ },
    { args: ['--since', 'start', ...key], until: /owned.*\n.*owned.*\n/ },
  ],
  trigger: [{ args: ['flight.uploaded'] }, { args: ['flight.uploaded', '--json'] }],
  completion: [{ args: ['bash'] }],
  api: [{ args: ['flights'] }],
  import: [{ args: ['vario/1.igc'] }, { args: ['vario/1.igc', '--json'] }],
  webhooks: [{ args: ['list'] }, { args: ['list', '--json'] }],
  profiles: [{ args: [] }],
  'device-passwords': [{ args: ['list'] }],
  'verify-ranking': [{ args: ['hostile-proof.json', '--files', 'vario'] }],
  logout: [{ args: [] }],
}

/** All but what ends a line. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** The bytes sent to the terminal, on both ways. */
async function call(args: string[], until?: RegExp): Promise<{ code: number; text: string }> {
  const stop = new AbortController()
  let text = ''
  const output = {
    write: (chunk: string | Uint8Array) => {
      text += String(chunk)
      if (until?.test(text)) stop.abort()
      return true
    },
  }
  const terminal = openTerminal(stop.signal, { stdout: output, stderr: output })
  return { code: await run(args, terminal), text }
}

function listTree(): string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1))
    .filter((path) => !/^(?:\.config\/|\.local\/|vario\/1\.igc$|hostile-proof\.json$)/.test(path))
}

suite('cloudstreet and a hostile service', async () => {
  mkdirSync('vario')
  writeFileSync('vario/1.igc', 'A')
  writeFileSync('hostile-proof.json', JSON.stringify({ [HOSTILE]: HOSTILE, sha256: HOSTILE, proof: HOSTILE }))
  const server = await startHostileServer({ after }, names)
  process.env.CLOUDSTREET_URL = server.url
  calls['verify-ranking']!.push({ args: [`${server.url}/api/v1/flights?page=1`] })

  test('every command has a call here', () => {
    assert.deepEqual(Object.keys(calls).sort(), Object.keys(commands).sort())
  })

  test('only the writer writes to the terminal', () => {
    const cli = join(import.meta.dirname, '../../cli')
    const writing = readdirSync(cli, { recursive: true, encoding: 'utf8' })
      .filter((path) => /^(?!node_modules).*(?<!\.test)\.ts$/.test(path))
      .filter((path) =>
        /console\.|process\.std(?:out|err)\.write|= process\b(?!\.)/.test(
          readFileSync(join(cli, path), 'utf8'),
        ),
      )
    assert.deepEqual(writing, ['terminal/writer.ts'])
  })

  for (const [name, ways] of Object.entries(calls)) {
    test(`${name}: nothing hidden reaches the terminal, and no file is elsewhere`, async () => {
      for (const { args, until } of ways) {
        for (const refusal of [undefined, 400, 401, 403]) {
          server.refuse(refusal)
          const { code, text } = await call([name, ...args], until)
          assert.doesNotMatch(text, HIDDEN)
          assert.doesNotMatch(text, /^Signed in\.\\u0000/m, 'a line that the service has begun')
          const isTold = refusal === undefined || code === 0 || text.includes('owned')
          assert.ok(isTold, `${refusal}: ${text}`)
        }
      }
      for (const path of listTree())
        assert.match(path, /^a\/(?:b\/[cd]\/[^./\\~-][^/\\\p{Cc}\p{Cf}]*\.igc|e\.zip)$/iu)
    })
  }

  test('download and export have written each flight, in the folder and in the archive', () => {
    assert.ok(readdirSync('a/b/c').includes('bash_profile.igc'))
    assert.equal(readdirSync('a/b/c').length, names.length)
    assert.equal(readdirSync('a/b/d').length, names.length)
    const inZip = Array.from(listZip(readFileSync('a/e.zip')), (entry) => entry.name)
    assert.equal(inZip.length, 2 * names.length)
    for (const entry of inZip) assert.match(entry, /^flights\/[^./\\~-][^/\\\p{Cc}\p{Cf}]*\.(?:igc|json)$/iu)
  })
})
