// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createUserWithPassword, enter } from '#test/support/sign-in.ts'
import { TEST_PASSWORD } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { createVisitor } from '#test/support/visitor.ts'

const WRONG = 'wrong wrong wrong'

suite('guessing at one password', () => {
  test('from 40 networks of one provider: most guesses are refused unchecked; the user’s own device gets in', async (context) => {
    const server = await startServer(context, {
      hasRealPasswords: true,
      isClockStill: true,
      environment: { TRUST_PROXY: '1', RATE_LIMIT_SIGN_IN: '5' },
    })
    const { email } = await createUserWithPassword(server)
    const pilot = createVisitor(server)
    const startedAt = performance.now()
    assert.equal((await enter(pilot, email, TEST_PASSWORD)).status, 303)
    const aloneMs = performance.now() - startedAt
    pilot.cookies.delete('cloudstreet.session_token')

    const statuses = new Map<number, number>()
    for (let network = 0; network < 40; network++) {
      const attacker = createVisitor(server)
      const forwarded = { 'x-forwarded-for': `2001:db8:77:${(network * 256).toString(16)}::1` }
      await attacker.open('/sign-in', forwarded)
      const { status } = await attacker.submit('/sign-in', { email, password: WRONG }, forwarded)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    assert.ok((statuses.get(401) ?? 0) <= 20, `${statuses.get(401)} of 40 guesses were checked`)
    assert.equal((statuses.get(401) ?? 0) + (statuses.get(429) ?? 0), 40)

    const underAttackAt = performance.now()
    assert.equal((await enter(pilot, email, TEST_PASSWORD)).status, 303, 'no one can lock the pilot out')
    const ratio = (performance.now() - underAttackAt) / aloneMs
    context.diagnostic(`${statuses.get(401)} of 40 checked; sign-in under attack takes ${ratio.toFixed(2)}x`)
    assert.ok(ratio < 5, `${ratio}`)
  })

  test('from everywhere at once: the wait grows, is the same for a right password, and ends with it', async (context) => {
    const server = await startServer(context, {
      hasRealPasswords: true,
      isClockStill: true,
      environment: { TRUST_PROXY: '1', RATE_LIMIT_SIGN_IN: '2' },
    })
    const { email } = await createUserWithPassword(server)
    let network = 0
    const guess = async (password: string) => {
      const visitor = createVisitor(server)
      const forwarded = { 'x-forwarded-for': `203.0.${network++ % 250}.7` }
      await visitor.open('/sign-in', forwarded)
      return visitor.submit('/sign-in', { email, password }, forwarded)
    }
    for (let free = 0; free < 4; free++) assert.equal((await guess(WRONG)).status, 401)
    const waits: number[] = []
    for (let round = 0; round < 4; round++) {
      const refused = await guess(TEST_PASSWORD)
      assert.equal(refused.status, 429)
      const wait = Number(refused.headers.get('retry-after'))
      waits.push(wait)
      server.advance(wait * 1000 + 50)
      if (round < 3) assert.equal((await guess(WRONG)).status, 401)
    }
    for (const [index, wait] of waits.entries())
      if (index > 0) assert.ok(wait > (waits[index - 1] ?? 0), waits.join())
    assert.equal((await guess(TEST_PASSWORD)).status, 303)
    assert.equal((await guess(WRONG)).status, 401, 'a right one clears the count')
  })

  test('100 guesses at once: no more are checked than are free', async (context) => {
    const server = await startServer(context, {
      hasRealPasswords: true,
      isClockStill: true,
      environment: { TRUST_PROXY: '1', RATE_LIMIT_SIGN_IN: '2' },
    })
    const { email } = await createUserWithPassword(server)
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const visitor = createVisitor(server)
        const forwarded = { 'x-forwarded-for': `198.51.${index}.9` }
        await visitor.open('/sign-in', forwarded)
        return (await visitor.submit('/sign-in', { email, password: WRONG }, forwarded)).status
      }),
    )
    assert.ok(answers.filter((status) => status === 401).length <= 5, answers.join())
  })
})

suite('guessing at many accounts', () => {
  const networks = {
    'an IPv6 /48': (index: number) => `2001:db8:78:${index.toString(16)}::1`,
    'an IPv4 /24': (index: number) => `198.51.100.${index}`,
  }
  for (const [name, toAddress] of Object.entries(networks)) {
    test(`45 accounts once each from ${name}: the last are refused; known devices and others get in`, async (context) => {
      const server = await startServer(context, { environment: { TRUST_PROXY: '1' } })
      const { email } = await createUserWithPassword(server)
      const neighbour = { 'x-forwarded-for': toAddress(99) }
      const known = createVisitor(server)
      await known.open('/sign-in', neighbour)
      const right = { email, password: TEST_PASSWORD }
      assert.equal((await known.submit('/sign-in', right, neighbour)).status, 303)
      known.cookies.delete('cloudstreet.session_token')

      const tryOnce = async (address: string, account: string, password: string) => {
        const visitor = createVisitor(server)
        const forwarded = { 'x-forwarded-for': address }
        await visitor.open('/sign-in', forwarded)
        return (await visitor.submit('/sign-in', { email: account, password }, forwarded)).status
      }
      const statuses = []
      for (let index = 1; index <= 45; index++)
        statuses.push(await tryOnce(toAddress(index), `nobody-${index}@example.org`, WRONG))
      const checked = statuses.filter((status) => status === 401).length
      assert.equal(checked, 30, String(statuses))
      assert.ok(statuses.slice(checked).every((status) => status === 429))

      await known.open('/sign-in', neighbour)
      assert.equal((await known.submit('/sign-in', right, neighbour)).status, 303, 'a known device')
      assert.equal(await tryOnce('203.0.113.9', email, TEST_PASSWORD), 303, 'another network')
    })
  }
})
