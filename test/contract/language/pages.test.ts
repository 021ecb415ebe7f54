// run: all
// Every page that the server writes for pilots, in every language: a tour from the start page to the end of an account.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { type Language, languages } from '#language/preferences.ts'
import { send } from '#test/support/account.ts'
import { makeFlight, unlimited, uploadNew } from '#test/support/flights.ts'
import { listTexts } from '#test/support/language/page-texts.ts'
import { readLink, startMailServer } from '#test/support/mail-server.ts'
import { authorizePath, REDIRECT_URI, registerApplication, startDevice } from '#test/support/oauth.ts'
import { createSignedInUser, createUser, TEST_PASSWORD } from '#test/support/people.ts'
import { addPasskey, setUpApp } from '#test/support/second-factor.ts'
import { startServer } from '#test/support/server.ts'
import { createSharingPilot } from '#test/support/sharing/visitor.ts'
import { enter, PASSWORD, signUp } from '#test/support/sign-in.ts'
import { createVisitor, type PageAnswer } from '#test/support/visitor.ts'

/** Names, and words that are the same in two languages: they may be on a page in any of them. */
const names =
  /^(?:Clubs|[Pp]oints|Pilot|Records|Jan|Feb|Apr|Jun|Jul|Aug|Sep|Nov|Nina Brunner|Luca Rossi|Anna Weber|Jules Favre|XCCup|Leonardo|Nextcloud|WebDAV|Distance|Altitude|Score|(?:.* · )?Cloudstreet|API|Code|Name|Email|Password|Passkeys?|Webhooks?|Privacy|Contact|Site|Version .*|.*@example\.org|Thermal Tracker|Olga Owner|Tour Pilot|Phone|Script|Vario|.*example\.(?:org|net)|Flyskyhy|Gaggle|Leaf vario|xcup|XCTrack|XCSoar|LK8000|SeeYou|Skytraxx|Flymaster|Syride|127\.0\.0\.1|node|Live tracking|Natural Earth, GeoNames, © OpenStreetMap contributors|\d+ min|\d\d:\d\d UTC|[A-Z0-9-]{6,9}|.*…\w{4}.*)$/

suite('pages of the server', async () => {
  const mail = await startMailServer({ after } as never)
  const server = await startServer(
    { after },
    { isClockStill: true, environment: { ...unlimited, SMTP_URL: mail.url, RATE_LIMIT_SIGN_IN: '0' } },
  )
  const { sql } = server.services.db
  const owner = await createUser(server, 'Olga Owner')
  const application = await registerApplication(server, {
    owner,
    name: 'Thermal Tracker',
    description: 'Live tracking',
    website: 'https://tracker.example.org',
    scopes: ['flights:read', 'flights:write', 'flights:delete', 'profile:read', 'profile:email'],
  })
  const authorizeAt = (parameters: Record<string, string> = {}) =>
    authorizePath({
      response_type: 'code',
      client_id: application.id,
      redirect_uri: REDIRECT_URI,
      scope: 'flights:read flights:write flights:delete profile:read profile:email openid',
      ...parameters,
    })
  const pilot = await createSharingPilot(server, 'Tour Pilot')
  const flight = await uploadNew(server, pilot, makeFlight(1, { shape: 'line', taskKm: 12 }))
  await pilot.setVisibility(flight.id, 'public')
  await pilot.dashboard('PATCH', '/sharing', { handle: 'tour-pilot' })
  await pilot.dashboard('PATCH', '/account', { publicProfile: true })

  async function tour(language: Language): Promise<Map<string, PageAnswer>> {
    const pages = new Map<string, PageAnswer>()
    const see = (name: string, page: PageAnswer) => pages.set(name, page)
    const browse = () => createVisitor(server, { 'accept-language': language })
    const visitor = browse()
    const email = `tour-${language}@example.org`

    for (const path of [
      '/',
      '/privacy',
      '/nothing',
      '/sign-up',
      '/sign-in',
      '/forgot-password',
      '/verify-email',
    ])
      see(path, await visitor.open(path))
    for (const path of [`/f/${flight.id}`, '/p/tour-pilot', '/f/000000000000000000000000', '/p/nobody-here'])
      see(path, await visitor.open(path))
    see(
      'sign in for an application',
      await visitor.open(`/sign-in?return_to=${encodeURIComponent(authorizeAt())}`),
    )
    see('wrong password', await enter(visitor, email, 'wrong'))
    see('form of another site', await visitor.submit('/sign-in', {}, { origin: 'https://evil.example' }))
    await visitor.open('/sign-in')
    see('form that expired', await visitor.submit('/sign-in', { form_token: 'x' }))
    see('wrong email', await signUp(visitor, 'nobody'))
    see('short password', await signUp(visitor, email, 'short'))
    see('common password', await signUp(visitor, email, 'passwordpassword'))
    see('email as password', await signUp(visitor, email, email))
    await visitor.open('/sign-up')
    see('imitation', await visitor.submit('/sign-up', { name: 'Cloudstreet', email, password: PASSWORD }))
    see('signed up', await signUp(visitor, email))
    const verify = readLink(await mail.take(email))
    await visitor.open('/verify-email')
    see('verification sent', await visitor.submit('/verify-email/send', { email: 'nobody@example.org' }))
    see('confirm email', await visitor.open(verify))
    see('email confirmed', await visitor.submit('/verify-email', {}))
    see('link that expired', await visitor.open(verify))
    await visitor.open('/forgot-password')
    see('reset sent', await visitor.submit('/forgot-password', { email }))
    const reset = readLink(await mail.take(email))
    see('choose a password', await visitor.open(reset))
    see('choose a longer password', await visitor.submit('/reset-password', { password: 'short' }))
    see('password changed', await visitor.submit('/reset-password', { password: PASSWORD }))
    await mail.take(email)
    await enter(visitor, email)
    see('nothing to review', await visitor.open('/review-access?return_to=/'))
    await sql`update users set review_due_at = null where email = ${email}`
    see('nothing to review', await visitor.open('/review-access'))

    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const person = { headers: { cookie, origin: server.url } }
    const { recoveryCodes } = await setUpApp(server, visitor, PASSWORD)
    const undo = readLink(await mail.take(email))
    assert.equal(recoveryCodes.length, 10)
    await addPasskey(server, { ...person, user: undefined as never }, undefined, { name: 'Phone' })
    await send(server, person, 'POST', '/keys', { name: 'Script', scopes: ['flights:read'] })
    await send(server, person, 'POST', '/devices', { name: 'Vario' })
    see('review', await visitor.open('/review-access'))
    const lost = browse()
    await enter(lost, email)
    see('second step', await lost.open('/sign-in/second-factor'))
    see('wrong second step', await lost.submit('/sign-in/second-factor', { code: '000000' }))
    see('second step by recovery code', await lost.open('/sign-in/second-factor?with=recovery-code'))
    see('undo a factor', await visitor.open(undo))

    see('consent', await visitor.open(authorizeAt()))
    const [action] = /\/oauth\/authorize\?[^"]*/.exec(pages.get('consent')!.text)!
    see('nothing ticked', await visitor.submit(action, { decision: 'allow' }))
    see('unknown application', await visitor.open(authorizeAt({ client_id: '0'.repeat(24) })))
    see('unregistered address', await visitor.open(authorizeAt({ redirect_uri: 'https://evil.example/cb' })))
    see('connect a device', await visitor.open('/oauth/device'))
    see('unknown device', await visitor.open('/oauth/device?user_code=BCDF-GHJK'))
    const { userCode } = await startDevice(server, application)
    see('confirm a device', await visitor.open(`/oauth/device?user_code=${userCode}`))
    see('nothing was allowed', await visitor.submit('/oauth/device', { form_token: 'x' }))
    await visitor.open(`/oauth/device?user_code=${userCode}`)
    see('device denied', await visitor.submit('/oauth/device', { decision: 'deny' }))
    see('pair', await visitor.open('/activate'))
    const started = await server.fetch('/api/devices/pair/start', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const { code } = (await started.json()) as { code: string }
    see('confirm a pairing', await visitor.open(`/activate?code=${code}`))
    see('paired', await visitor.submit('/activate', { decision: 'allow', name: 'Vario' }))
    see('sign out', await visitor.open('/oauth/end-session?post_logout_redirect_uri=https://evil.example/'))
    see('signed out', await browse().open('/oauth/end-session?client_id=1&client_id=2'))

    await visitor.open(undo)
    see('undone', await visitor.submit('/undo-factor', {}))
    const changing = await createSignedInUser(server)
    const moved = `moved-tour-${language}@example.org`
    await send(server, changing, 'POST', '/account/email', { email: moved, password: TEST_PASSWORD })
    const keep = readLink(await mail.take(changing.user.email))
    see('keep the email', await visitor.open(keep))
    const confirm = readLink(await mail.take(moved))
    const mover = browse()
    await mover.open(confirm)
    await mover.submit('/verify-email', {})
    const back = readLink(await mail.take(changing.user.email))
    see('take the account back', await visitor.open(back))
    see('taken back', await visitor.submit('/keep-email', {}))
    return pages
  }

  const english = await tour('en')

  for (const language of languages.filter((one) => one !== 'en')) {
    test(`are all in ${language}`, async () => {
      const pages = await tour(language)
      assert.deepEqual([...pages.keys()], [...english.keys()])
      for (const [name, { status, text, headers }] of pages) {
        const [before, said] = [new Set(listTexts(english.get(name)!.text)), listTexts(text)]
        assert.equal(status, english.get(name)!.status, name)
        assert.match(text, new RegExp(`<html lang="${language}"`), name)
        assert.match(headers.get('vary') ?? '', /Accept-Language, Cookie/, name)
        assert.deepEqual(
          said.filter((one) => before.has(one) && !names.test(one)),
          [],
          `${name} has nothing left in English`,
        )
        assert.doesNotMatch(said.join('\n'), /undefined|\bnull\b|NaN|\[object|\$\{|=>/, name)
      }
    })
  }
})
