// part: release; starts the development server
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder } from '#test/support/installation/folder.ts'
import { findFreePort } from '#test/support/postgres.ts'

test('npm run dev serves dashboard and server at one address and ends both with Ctrl-C', async (context) => {
  const dataDir = makeFolder(context)
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const dev = spawn(process.execPath, [join(import.meta.dirname, 'dev.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      SCORING_WARM_UP_AFTER_SECONDS: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  context.after(() => dev.kill())
  let output = ''
  const listening = new Promise<number>((resolve, reject) => {
    for (const stream of [dev.stdout, dev.stderr]) {
      stream.on('data', (bytes) => {
        output += String(bytes)
        const pid = /"pid":(\d+).*"msg":"listening"/.exec(output)?.[1]
        if (pid) resolve(Number(pid))
        // The watcher waits for a change then, and does not end.
        if (output.includes('Failed running')) reject(new Error(output))
      })
    }
    dev.once('exit', () => reject(new Error(output)))
  })
  const serverPid = await listening

  const ask = async (path: string) => {
    const response = await fetch(url + path, { redirect: 'manual' })
    return { response, body: await response.text() }
  }
  const page = await ask('/app/developers/keys')
  assert.match(page.body, /src="\/app\/@vite\/client"/)
  const policy = page.response.headers.get('content-security-policy') ?? ''
  assert.match(policy, /script-src 'self';.*connect-src 'self' ws:/)
  assert.match((await ask('/app/shell.tsx')).body, /import\.meta\.hot/)
  assert.match((await ask('/app/assets/icon.svg')).body, /<svg/)
  const scored = await ask('/try')
  assert.match(scored.body, /src="\/app\/try\/main\.tsx"/)
  assert.match(scored.body, /<meta name="scoring-rules"/)
  assert.equal((await ask('/app/try/main.tsx')).response.status, 200)
  assert.equal((await ask('/f/6nnzlE7qF9Tw3lgWEEd9ua')).response.status, 404)
  // Pages of the server come with its own policy, and know the one address.
  const signIn = await ask('/sign-in')
  assert.doesNotMatch(signIn.response.headers.get('content-security-policy') ?? '', /unsafe-inline|ws:/)
  assert.match((await ask('/.well-known/oauth-authorization-server')).body, new RegExp(`"issuer":"${url}"`))
  assert.equal((await ask('/app/api/account')).response.status, 401)
  assert.equal((await ask('/app')).response.headers.get('location'), '/app/logbook')
  // The database is next to the sources by default.
  assert.equal((await ask(`/app/@fs${join(import.meta.dirname, '../package.json')}`)).response.status, 403)

  dev.kill('SIGINT')
  const [code] = (await once(dev, 'exit')) as [number | null]
  assert.equal(code, 0, output)
  assert.throws(() => process.kill(serverPid, 0), { code: 'ESRCH' })
  await assert.rejects(fetch(url))
})
