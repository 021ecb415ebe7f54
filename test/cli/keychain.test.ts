// run: sweeps; plays through what happens to a machine of the user: full disks, pulled sticks, jumping clocks
// The credential in the keychain of the system: Linux's own where it is here, and a stand-in for that of macOS.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { createKey, createUser } from '#test/support/people.ts'
import { createCliHome } from '#test/support/sdk/cli.ts'
import { startServer } from '#test/support/server.ts'

const program = join(import.meta.dirname, '../../cli/main.ts')
const macos = join(import.meta.dirname, '../support/sdk/on-macos.ts')
const tools = ['secret-tool', 'gnome-keyring-daemon', 'dbus-run-session']
const lacking = tools.filter((tool) => spawnSync('which', [tool]).status !== 0)
const real = { skip: lacking.length > 0 && `this machine lacks ${lacking.join(', ')}` }

suite('the keychain', { concurrency: true }, async () => {
  const server = await startServer({ after })
  const makeKey = async (name: string) => createKey(server, await createUser(server, name), ['profile:read'])

  test(
    'of Linux: kept, found by the next run, forgotten; told when it is out of reach',
    real,
    async (context) => {
      const key = await makeKey('Lin Ux')
      const home = createCliHome(context, { PATH: process.env.PATH ?? '' })
      const session = join(home.folder, 'session.sh')
      const run = `${process.execPath} ${program}`
      writeFileSync(
        session,
        `printf password | gnome-keyring-daemon --unlock --components=secrets > /dev/null
echo ${key} | ${run} login --url ${server.url} --key -
${run} whoami
secret-tool lookup service cloudstreet account cli; echo
env DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere ${run} whoami; echo "exit $?"
${run} logout
secret-tool lookup service cloudstreet account cli; echo "exit $?"
`,
      )
      const ran = await home.runProgram('dbus-run-session', ['--', 'sh', session])
      assert.equal(
        ran.out,
        `Signed in as Lin Ux.\nLin Ux at ${server.url}\n${key}\nexit 1\nSigned out.\nexit 1\n`,
        ran.err,
      )
      assert.match(ran.err, /The credential is in the keychain of your system/)
      assert.match(ran.err, /The keychain of your system does not answer: /)
      assert.deepEqual(readdirSync(join(home.folder, 'config/cloudstreet')), [])
    },
  )

  test('of macOS: the secret is no argument of a program, and comes back as it was', async (context) => {
    const key = await makeKey('Mac Os')
    const home = createCliHome(context)
    mkdirSync(join(home.folder, 'bin'))
    const tool = join(home.folder, 'bin/security')
    const kept = join(home.folder, 'kept')
    // Takes the commands that the real one takes, and keeps what it was given.
    writeFileSync(
      tool,
      `#!${process.execPath}
const { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } = require('node:fs')
const words = process.argv.slice(2)
appendFileSync('${home.folder}/arguments', words.join(' ') + '\\n')
if (words[0] === '-i') {
  const hex = / -X ([0-9a-f]+)\\n$/.exec(readFileSync(0, 'utf8'))[1]
  writeFileSync('${kept}', Buffer.from(hex, 'hex'))
} else if (!existsSync('${kept}')) {
  console.error('The specified item could not be found in the keychain.')
  process.exitCode = 44
} else if (words[0] === 'find-generic-password') console.log(readFileSync('${kept}', 'utf8'))
else rmSync('${kept}')
`,
    )
    chmodSync(tool, 0o755)
    const onMacos = { nodeArgs: ['--import', macos] }
    const login = await home.run(['login', '--url', server.url, '--key', key], onMacos)
    assert.equal(login.code, 0, login.err)
    assert.match(login.err, /in the keychain of your system/)
    assert.equal(readFileSync(kept, 'utf8'), key)
    assert.equal((await home.run(['whoami'], onMacos)).out, `Mac Os at ${server.url}\n`)
    assert.equal((await home.run(['logout'], onMacos)).code, 0)
    assert.ok(!readFileSync(join(home.folder, 'arguments'), 'utf8').includes(key))
    assert.ok(!readdirSync(home.folder).includes('kept'))
  })
})
