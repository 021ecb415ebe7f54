// The program as a pilot uses it, each command in a separate process.
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { makeZip } from '#test/support/archives/zip.ts'
import { createPilot, makeFlight, unlimited } from '#test/support/flights.ts'
import { cutShort } from '#test/support/igc/cut-short.ts'
import { joinFiles } from '#test/support/igc/joined.ts'
import { decideDevice } from '#test/support/oauth.ts'
import { createKey, createSignedInUser, createUser } from '#test/support/people.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { createCliHome } from '#test/support/sdk/cli.ts'
import { startServer } from '#test/support/server.ts'

suite('cloudstreet', async () => {
  const server = await startServer({ after }, { environment: { ...unlimited, DEVICE_INTERVAL_SECONDS: '1' } })

  test('a pilot signs in on a phone by the address of the service alone, uploads, and signs out', async (context) => {
    const { headers } = await createSignedInUser(server, 'Ada Thermal')
    const home = createCliHome(context)
    let decided: Promise<string> | undefined
    const login = await home.run(['login', '--url', server.url], {
      onErr: (text) => {
        const code = /enter ([A-Z]{4}-[A-Z]{4})/.exec(text)?.[1]
        if (code !== undefined) decided ??= decideDevice(server, code, { headers })
      },
    })
    assert.deepEqual([login.code, login.out], [0, 'Signed in as Ada Thermal.\n'], login.err)
    assert.match(login.err, /[█▀▄]{5}/, 'a QR code')
    assert.match(login.err, /There is no keychain: the credential is in .*secret, which only you can read/)
    const secret = join(home.folder, 'config/cloudstreet/secret')
    assert.equal(statSync(secret).mode & 0o777, 0o600)
    assert.equal((await home.run(['whoami'])).out, `Ada Thermal at ${server.url}\n`)
    writeFileSync(join(home.folder, 'one.igc'), makeFlight(1))
    const upload = await home.run(['upload', 'one.igc'])
    assert.deepEqual([upload.code, upload.out.endsWith('\n1 new\n')], [0, true], upload.err + upload.out)

    const { accessToken } = JSON.parse(readFileSync(secret, 'utf8')) as { accessToken: string }
    assert.equal((await home.run(['logout'])).out, 'Signed out.\n')
    assert.deepEqual(readdirSync(join(home.folder, 'config/cloudstreet')), [])
    const headersOfOld = { authorization: `Bearer ${accessToken}` }
    assert.equal((await server.fetch('/api/v1/profile', { headers: headersOfOld })).status, 401)
    const out = await home.run(['whoami'])
    assert.deepEqual([out.code, out.err.includes('cloudstreet login')], [4, true])
  })

  test('login says what is at an address where no Cloudstreet is, or none that can be reached', async (context) => {
    const home = createCliHome(context)
    let status = 404
    const web = createServer((_request, response) => {
      response.writeHead(status).end('<html>')
      status = 200
    })
    web.listen(0, '127.0.0.1')
    await once(web, 'listening')
    context.after(() => web.close())
    const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
    const gone = `http://127.0.0.1:${await findFreePort()}`
    const cases: [string, number, RegExp][] = [
      [url, 1, /^There is no Cloudstreet at .*404/],
      [url, 1, /^There is no Cloudstreet at .*: its answer is not JSON\.\n/],
      [gone, 1, /^Cannot reach .*\. Is the address right\?\n/],
    ]
    for (const [address, code, sentence] of cases) {
      const login = await home.run(['login', '--url', address])
      assert.equal(login.code, code, login.err)
      assert.match(login.err, sentence)
    }
  })

  test('a key goes into the keychain where there is one, and not to the list of processes', async (context) => {
    const home = createCliHome(context)
    mkdirSync(join(home.folder, 'bin'))
    const tool = join(home.folder, 'bin/secret-tool')
    // A keychain of one secret.
    writeFileSync(
      tool,
      `#!/bin/sh\ncase $1 in store) /bin/cat > ${home.folder}/kept;; lookup) /bin/cat ${home.folder}/kept;; esac\n`,
    )
    chmodSync(tool, 0o755)
    const key = await createKey(server, await createUser(server, 'Kim Key'), [
      'profile:read',
      'flights:write',
    ])
    const login = await home.run(['login', '--url', server.url, '--key', '-'], { input: `${key}\n` })
    assert.deepEqual([login.code, login.out], [0, 'Signed in as Kim Key.\n'], login.err)
    assert.match(login.err, /in the keychain of your system/)
    assert.equal(readFileSync(join(home.folder, 'kept'), 'utf8'), key)
    assert.ok(!readdirSync(join(home.folder, 'config/cloudstreet')).includes('secret'))
    assert.equal((await home.run(['whoami'])).code, 0)
  })

  test('a key that may not read the profile is signed in all the same', async (context) => {
    const key = await createKey(server, await createUser(server), ['flights:read'])
    const home = createCliHome(context, { CLOUDSTREET_URL: server.url, CLOUDSTREET_KEY: key })
    const { code, out } = await home.run(['whoami'])
    assert.deepEqual(
      [code, out.startsWith(`Signed in at ${server.url} with a key that lacks profile:read`)],
      [0, true],
    )
  })

  test('warnings are shown, and a file with two flights is split by import, which upload names', async (context) => {
    const { token } = await createPilot(server)
    const home = createCliHome(context, { CLOUDSTREET_URL: server.url, CLOUDSTREET_KEY: token })
    writeFileSync(join(home.folder, 'cut.igc'), cutShort(makeFlight(31)))
    const cut = await home.run(['upload', 'cut.igc'])
    assert.equal(cut.code, 0)
    assert.match(cut.out, /\ncut\.igc: Line \d+: the recording ends here, in the air.*\n\n1 new\n$/)
    writeFileSync(join(home.folder, 'two.igc'), joinFiles(makeFlight(32), makeFlight(33)))
    const refused = await home.run(['upload', 'two.igc'])
    assert.equal(refused.code, 3)
    assert.match(refused.out, /cloudstreet import splits the file\./)
    const { code, out, err } = await home.run(['import', 'two.igc', 'cut.igc'])
    assert.equal(code, 0, err)
    assert.match(out, /two \(1 of 2\)\.igc +new .*\ntwo \(2 of 2\)\.igc +new .*\n\n2 new\n/)
    assert.match(out, /cut\.igc +duplicate .*\n\ncut\.igc: Line \d+: .*\n\n1 duplicate\n$/)
    const [line = ''] = (await home.run(['import', 'two.igc', '--json'])).out.split('\n')
    assert.equal((JSON.parse(line) as { counts: { duplicate: number } }).counts.duplicate, 2)
    const missing = await home.run(['import', 'none.zip'])
    assert.deepEqual([missing.code, missing.err], [1, 'There is no file "none.zip".\n'])
  })

  test('a wrong key is not kept', async (context) => {
    const home = createCliHome(context)
    const login = await home.run(['login', '--url', server.url, '--key', 'cst_key_wrong'])
    assert.equal(login.code, 4)
    assert.equal((await home.run(['whoami'])).code, 4)
  })

  test('upload tells new, known and refused files apart, from files, folders and archives', async (context) => {
    const { token } = await createPilot(server)
    const home = createCliHome(context, { CLOUDSTREET_URL: server.url, CLOUDSTREET_KEY: token })
    const folder = join(home.folder, 'flights')
    mkdirSync(join(folder, 'deep'), { recursive: true })
    writeFileSync(join(folder, 'one.igc'), makeFlight(1))
    writeFileSync(join(folder, 'deep/two.IGC'), makeFlight(2))
    writeFileSync(join(folder, 'notes.txt'), 'not checked')
    const packed = {
      'a/three.igc': makeFlight(3),
      'bad.igc': Buffer.from('no flight'),
      '__MACOSX/x.igc': makeFlight(4),
    }
    writeFileSync(join(home.folder, 'all.zip'), await makeZip(Object.entries(packed)))

    const first = await home.run(['upload', 'flights', 'all.zip'])
    assert.equal(first.code, 3, first.err)
    assert.match(first.out, /flights\/one\.igc +new +\d+\.\d\d +\d+\.\d\d +\w/)
    assert.match(first.out, /all\.zip:bad\.igc +refused/)
    assert.match(first.out, /\n3 new, 1 refused\n$/)

    const again = await home.run(['upload', 'flights', '--json'])
    assert.equal(again.code, 0)
    const lines = again.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { result: string })
    assert.deepEqual(
      lines.map(({ result }) => result),
      ['known', 'known'],
    )
    assert.match((await home.run(['upload', 'flights/notes.txt'])).out, /refused/)
    assert.equal((await home.run(['upload', 'nowhere.igc'])).code, 1)
    assert.equal((await home.run(['upload'])).code, 2)

    const list = await home.run(['flights', '--json'])
    assert.equal(list.out.trim().split('\n').length, 3)
    assert.match(
      (await home.run(['flights', '--limit', '2'])).out,
      /^date +id +take-off +points +km\n(?:.+\n){2}$/,
    )
    const [{ id } = { id: '' }] = list.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string })
    const downloaded = await home.run(['download', id])
    assert.equal(downloaded.code, 0, downloaded.err)
    const bytes = readFileSync(join(home.folder, downloaded.out.trim()))
    assert.ok([1, 2, 3].some((seed) => bytes.equals(makeFlight(seed))))
    const refused = await home.run(['download', id])
    assert.deepEqual([refused.code, refused.err.includes('--force replaces it')], [1, true])
    assert.equal((await home.run(['download', id, '--force'])).code, 0)
  })

  test('validate says what an upload would give, and uploads nothing', async (context) => {
    const { token } = await createPilot(server)
    const home = createCliHome(context, { CLOUDSTREET_URL: server.url, CLOUDSTREET_KEY: token })
    writeFileSync(join(home.folder, 'one.igc'), makeFlight(1))
    writeFileSync(join(home.folder, 'bad.igc'), 'no flight')
    const good = await home.run(['validate', 'one.igc'])
    assert.match(good.out, /^one\.igc: \d+\.\d\d points, /)
    assert.equal(good.code, 0)
    const bad = await home.run(['validate', 'bad.igc'])
    assert.match(bad.out, /would be refused\n {2}error: /)
    assert.equal(bad.code, 3)
    assert.equal((await home.run(['flights'])).out, 'No flights.\n')
  })

  test('says at once that the service cannot be reached, and ends after --max-wait', async (context) => {
    const home = createCliHome(context)
    const file = join(home.folder, 'one.igc')
    writeFileSync(file, makeFlight(1))
    const url = `http://127.0.0.1:${await findFreePort()}`
    Object.assign(home.environment, { CLOUDSTREET_URL: url, CLOUDSTREET_KEY: 'cst_key_x' })
    const { code, out, err } = await home.run(['upload', file, '--max-wait', '1'])
    assert.equal(code, 1)
    assert.match(err + out, new RegExp(`Cannot reach ${url}`))
  })

  test('a key is used where it belongs, and never another account', async (context) => {
    const home = createCliHome(context)
    home.environment.CLOUDSTREET_KEY = 'cst_key_x'
    const alone = await home.run(['whoami'])
    assert.equal(alone.code, 4)
    assert.match(alone.err, /CLOUDSTREET_KEY is set, and CLOUDSTREET_URL is not/)
    delete home.environment.CLOUDSTREET_KEY
    const user = await createUser(server, 'Ada Thermal')
    const other = await createUser(server, 'Bea Ridge')
    const input = await createKey(server, user, ['profile:read'])
    await home.run(['login', '--url', server.url, '--key', '-'], { input })
    home.environment.CLOUDSTREET_KEY = await createKey(server, other, ['profile:read'])
    assert.equal((await home.run(['whoami'])).out, `Bea Ridge at ${server.url}\n`)
    delete home.environment.CLOUDSTREET_KEY
    home.environment.CLOUDSTREET_URL = 'https://elsewhere.example'
    const elsewhere = await home.run(['whoami'])
    assert.equal(elsewhere.code, 4)
    assert.match(elsewhere.err, /You are signed in at http.*, and CLOUDSTREET_URL is https:\/\/elsewhere/)
  })

  test('help lists the commands and shows examples; what is not known is told', async (context) => {
    const home = createCliHome(context)
    const help = await home.run(['--help'])
    assert.match(help.out, /upload +Uploads flights/)
    const upload = await home.run(['upload', '--help'])
    assert.match(upload.out, /Examples:\n {2}cloudstreet upload/)
    // A reader that has seen enough is no error of ours.
    const program = join(import.meta.dirname, '../../cli/main.ts')
    const command = `'${process.execPath}' '${program}' --help | exec 0<&-`
    assert.deepEqual(await home.runProgram('/bin/sh', ['-c', command]), { code: 0, out: '', err: '' })
    const unknown = await home.run(['uplaod'])
    assert.deepEqual(
      [unknown.code, unknown.err.trimEnd().split('\n').at(-1)],
      [2, 'There is no command "uplaod". Did you mean "upload"?'],
      'what it says of itself does not scroll the answer away',
    )
    const wrong = await home.run(['upload', '--dance'])
    assert.deepEqual([wrong.code, wrong.err.trimEnd().split('\n').at(-1)], [2, 'There is no option --dance.'])
    Object.assign(home.environment, { CLOUDSTREET_URL: server.url, CLOUDSTREET_KEY: 'cst_key_x' })
    const missing = await home.run(['upload', 'nowhere.igc'])
    assert.deepEqual([missing.code, missing.err], [1, 'There is no file or folder "nowhere.igc".\n'])
  })
})
