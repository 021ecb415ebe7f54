// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { countUsers } from '#test/support/account.ts'
import { startServer } from '#test/support/server.ts'
import { PASSWORD } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'

suite('a form of another site or another visitor', () => {
  const actions = [
    '/sign-in',
    '/sign-up',
    '/forgot-password',
    '/reset-password',
    '/verify-email',
    '/verify-email/send',
    '/keep-email',
  ]
  test('is refused, whichever form it is', async (context) => {
    const server = await startServer(context)
    const visitor = createVisitor(server)
    await visitor.open('/sign-in')
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const email = 'nia@example.org'
    const attempts: [Record<string, string>, Record<string, string>][] = [
      [
        { cookie, origin: server.url },
        { email, password: PASSWORD },
      ],
      [{ origin: server.url }, { email, form_token: 'x' }],
      [{ cookie, origin: 'https://evil.example' }, { email }],
      [{ cookie, 'sec-fetch-site': 'cross-site' }, { email }],
      [{ cookie, 'sec-fetch-site': 'same-site', origin: server.url }, { email }],
    ]
    for (const action of actions) {
      for (const [headers, fields] of attempts) {
        const body = new URLSearchParams(fields)
        assert.equal((await server.fetch(action, { method: 'POST', headers, body })).status, 403, action)
      }
    }
    assert.equal(await countUsers(server), 0)
  })
})

suite('every page', () => {
  test('has a strict content security policy and is not cached', async (context) => {
    const server = await startServer(context)
    for (const path of ['/forgot-password', '/reset-password', '/verify-email', '/keep-email']) {
      const { headers, text } = await createVisitor(server).open(path)
      const policy = headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'none'/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.match(policy, /form-action 'self'/)
      assert.doesNotMatch(policy, /script-src|unsafe/)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.doesNotMatch(text, /<script|style="| on\w+="/)
    }
  })

  test('with a script runs no other than its own file', async (context) => {
    const server = await startServer(context)
    for (const [path, own] of [
      ['/sign-in', 'passkey.js'],
      ['/sign-up', 'kept-file.js'],
    ] as const) {
      const { headers, text } = await createVisitor(server).open(path)
      const policy = headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'none'/)
      assert.match(policy, /; script-src 'self'$/)
      assert.doesNotMatch(policy, /unsafe/)
      const scripts = text.match(/<script[^>]*>[^<]*/g)
      assert.deepEqual(scripts, [`<script type="module" src="/assets/${own}">`])
      assert.doesNotMatch(text, /style="| on\w+="/)
      const script = await server.fetch(`/assets/${own}`)
      assert.equal(script.status, 200)
      assert.match(script.headers.get('content-type') ?? '', /javascript/)
    }
  })

  test('shows an error as a page to browsers and as JSON to programs', async (context) => {
    const server = await startServer(context)
    const page = await server.fetch('/nothing', { headers: { accept: 'text/html,*/*' } })
    const text = await page.text()
    assert.match(text, /Page not found/)
    assert.equal(page.status, 404)
    assert.match(text, /<a class="button" href="\/">/, 'there is a way home')
    const json = await server.fetch('/api/v1/nothing', { headers: { accept: 'text/html,*/*' } })
    assert.equal(((await json.json()) as { error: string }).error, 'not_found')
  })
})
