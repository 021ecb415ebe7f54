// run: sweeps; measures how others fare during an attack; the limits that protect them have tests in every run
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { compareTimes, measureTimes } from '#test/support/abuse/honest-times.ts'
import { createSignedInUser, TEST_PASSWORD } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { enter } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'

// In the threads of the passwords, a password would wait for all but a few of them.
const PICTURES = 12
const MAX_BEFORE_PASSWORD = 6
// The conversion shares the processor, if not the threads.
const NOISE_MS = 10_000

suite('pictures of some users and the password of another', async () => {
  test('signing in does not wait for pictures of 16 megapixels', async (context) => {
    const server = await startServer(context, {
      hasRealPasswords: true,
      environment: { RATE_LIMIT_SIGN_IN: '0' },
    })
    const { user } = await createSignedInUser(server)
    const signIn = async () => {
      const { status } = await enter(createVisitor(server), user.email, TEST_PASSWORD)
      assert.ok(status < 400, `${status}`)
    }
    // The first loads what it needs.
    await signIn()
    const alone = await measureTimes(signIn)
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const picture = await sharp({
      create: { width: 4000, height: 4000, channels: 3, background: '#888', noise },
    })
      .jpeg({ quality: 1 })
      .toBuffer()
    assert.ok(picture.length < 1_000_000, `${picture.length} bytes`)
    const attackers = await Promise.all(Array.from({ length: PICTURES }, () => createSignedInUser(server)))
    let converted = 0
    const pictures = attackers.map(async ({ headers }) => {
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'image/jpeg' }, body: picture }
      const { status } = await server.fetch('/app/api/account/image', init as RequestInit)
      converted++
      return status
    })
    await signIn()
    assert.ok(converted <= MAX_BEFORE_PASSWORD, `${converted} pictures came before the password`)
    compareTimes(context, alone, await measureTimes(signIn), NOISE_MS)
    const statuses = await Promise.all(pictures)
    assert.ok(
      statuses.every((status) => status === 200 || status === 503),
      statuses.join(' '),
    )
    assert.ok(statuses.includes(200), statuses.join(' '))
  })
})
