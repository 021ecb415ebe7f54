// run: all
// Every email in every language: a pilot's account from the first email to the last. The list of emails is that of the
// texts: a new one has to be sent here, too.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { type Language, languages } from '#language/preferences.ts'
import { textsIn } from '#language/server.ts'
import { resetSecondFactorByOperator } from '#server/accounts/commands.ts'
import { tellPilot } from '#server/forwards/sending/record.ts'
import { deliverDue } from '#server/webhooks/delivery/deliver.ts'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import { chooseForAll, send } from '#test/support/account.ts'
import { enrol, foundClub } from '#test/support/access/clubs.ts'
import { readLink, type ReceivedMail, startMailServer } from '#test/support/mail-server.ts'
import { authorize, registerApplication } from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { addPasskey, PASSKEYS, removeApp, renewCodes, setUpApp } from '#test/support/second-factor.ts'
import { tellDecisions } from '#server/rankings/tell.ts'
import { reviewTriggers } from '#contract/clubs/words.ts'
import { simple } from '#test/support/rankings/entries.ts'
import { startServer } from '#test/support/server.ts'
import { enter, PASSWORD, signUp } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { onLoopback, recordUploads } from '#test/support/webhooks.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

suite('emails', async () => {
  const mail = await startMailServer({ after } as never)
  const server = await startServer(
    { after },
    { isClockStill: true, environment: { ...onLoopback, SMTP_URL: mail.url, RATE_LIMIT_SIGN_IN: '0' } },
  )
  const { sql } = server.services.db
  const gone = await startReceiver({ after } as never)

  /** The emails of a pilot who signs up in this language, until the account is taken over and back. */
  async function live(language: Language): Promise<ReceivedMail[]> {
    const seen: ReceivedMail[] = []
    const email = `pilot-${language}@example.org`
    const take = async (to = email) => {
      const taken = await mail.take(to)
      seen.push(taken)
      return taken
    }
    const browse = () => createVisitor(server, { 'accept-language': `${language}-XX,${language};q=0.9` })
    /** Somebody else, whose language must not count. */
    const stranger = () => createVisitor(server, { 'accept-language': language === 'en' ? 'de' : 'en' })

    await signUp(browse(), email)
    await take()
    await signUp(stranger(), email)
    await take()
    const forgetful = stranger()
    await forgetful.open('/forgot-password')
    await forgetful.submit('/forgot-password', { email })
    const reset = readLink(await take())
    await forgetful.open(reset)
    await forgetful.submit('/reset-password', { password: PASSWORD })
    await take()
    await sql`update users set review_due_at = null where email = ${email}`
    await signUp(stranger(), email)
    await take()

    const visitor = browse()
    await enter(visitor, email)
    await enter(stranger(), email)
    await take()
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const [user] = await sql<{
      id: string
      email: string
    }>`select id, email from users where email = ${email}`
    const person = { user: user!, headers: { cookie, origin: server.url } }

    const { answer } = await addPasskey(server, person)
    assert.equal(answer.status, 201)
    await take()
    const [passkey] = await sql<{ id: string }>`select id from passkeys where user_id = ${user!.id}`
    await send(server, person, 'DELETE', `${PASSKEYS}/${passkey!.id}`)
    await take()
    await setUpApp(server, visitor, PASSWORD)
    await take()
    await renewCodes(server, visitor, PASSWORD)
    await take()
    await removeApp(server, visitor, PASSWORD)
    await take()
    const again = await setUpApp(server, visitor, PASSWORD)
    await take()
    const lost = browse()
    await enter(lost, email)
    await lost.open('/sign-in/second-factor?with=recovery-code')
    await lost.submit('/sign-in/second-factor', { code: again.recoveryCodes[0] ?? '' })
    // A code was used, and on a device that is not known.
    await take()
    await take()
    await resetSecondFactorByOperator(server.services, new Map([['email', [email]]]))
    await take()

    await send(server, person, 'POST', '/keys', { name: 'Script', scopes: ['flights:read'] })
    await take()
    await send(server, person, 'POST', '/devices', { name: 'Vario' })
    await take()
    await send(server, person, 'PATCH', '/sharing', { defaultVisibility: 'public' })
    await take()
    const page = await visitor.open('/review-access')
    await visitor.submit('/review-access', { ...chooseForAll(page, 'end'), password: PASSWORD })
    await take()
    const application = await registerApplication(server, {
      redirectUris: ['https://app.example.org/callback', 'https://new.example.net/cb'],
    })
    for (const redirectUri of ['https://app.example.org/callback', 'https://new.example.net/cb'])
      await authorize(server, application, {
        headers: person.headers,
        parameters: { redirect_uri: redirectUri },
      })
    await take()
    gone.behave((response) => void response.writeHead(410).end())
    await createWebhook(server.services, { userId: user!.id }, gone.url)
    await recordUploads(server, user!, 1)
    while ((await fanOut(server.services)) > 0);
    await deliverDue(server.services)
    await take()
    const box = { user_id: user!.id, label: 'Box' }
    await tellPilot(server.services, sql, box, 'Wrong password')
    await take()

    const club = await foundClub(server, { user: user!, headers: person.headers })
    const { id: clubId } = club
    await send(server, person, 'POST', `/clubs/${clubId}/invited-addresses`, { addresses: [email] })
    await take()
    const member = await createSignedInUser(server)
    const memberId = await enrol(server, { user: user!, headers: person.headers }, club, member)
    await send(server, person, 'PATCH', `/clubs/${clubId}/members/${memberId}`, { role: 'owner' })
    await take()

    const step = { happenedAt: 0, state: 'review', text: '', findings: [...reviewTriggers] } as const
    const decided = { flight: { id: '0'.repeat(24), date: '2026-05-17' }, step }
    const season = { id: '0'.repeat(24), clubId, name: 'Cup' }
    await tellDecisions(server.services, sql, season, { userId: user!.id }, [decided])
    await take()
    const terms = { from: '2026-01-01', to: '2026-12-31', timeZone: 'UTC' }
    const [created, rule] = [
      await send(server, person, 'POST', '/seasons', { clubId, name: 'Cup', terms }),
      simple,
    ]
    const { data: cup } = (await created.json()) as { data: { id: string } }
    const path = `/seasons/${cup.id}`
    const added = await send(server, person, 'POST', `${path}/rankings`, { name: 'All', rule })
    const { data: ranking } = (await added.json()) as { data: { id: string } }
    await send(server, person, 'PUT', `${path}/entry`, { displayName: 'full' })
    await take()
    await send(server, person, 'DELETE', `/rankings/${ranking.id}`)
    await take()
    await send(server, person, 'POST', `${path}/close`)
    await send(server, person, 'POST', `${path}/reopen`)
    await take()
    await send(server, person, 'DELETE', path)
    await take()

    const other = await createSignedInUser(server)
    await sql`update users set language = ${language} where id = ${other.user.id}`
    await send(server, person, 'POST', '/account/email', { email: other.user.email, password: PASSWORD })
    await take()
    await take(other.user.email)
    const moved = `moved-${language}@example.org`
    await send(server, person, 'POST', '/account/email', { email: moved, password: PASSWORD })
    await take()
    const confirm = readLink(await take(moved))
    const mover = stranger()
    await mover.open(confirm)
    await mover.submit('/verify-email', {})
    const undo = readLink(await take())
    await signUp(browse(), email)
    await take()
    const owner = stranger()
    await owner.open(undo)
    await owner.submit('/keep-email', {})
    await take()
    await take(moved)
    return seen
  }

  for (const language of languages) {
    test(`are all in the account's language: ${language}`, async () => {
      const { emails } = textsIn(language)
      const seen = await live(language)
      const expected = Object.values(emails).map(({ subject }) => subject)
      assert.deepEqual([...new Set(seen.map(({ subject }) => subject))].sort(), expected.sort())
      const { subject: technical } = emails.webhookDisabled
      for (const { subject, text } of seen) {
        assert.match(text, /\n\nCloudstreet\n$/, subject)
        assert.doesNotMatch(text, /undefined|\bnull\b|NaN|\[object|\$\{/, subject)
        if (language !== 'en' && subject !== technical)
          assert.doesNotMatch(text, /\b(?:the|your|you|this|password was)\b/i, text)
      }
    })
  }

  test('tell the time of a sign-in in the words of the language', async () => {
    const told = mail.received.find(({ subject }) => subject === textsIn('de').emails.newDevice.subject)
    assert.match(told?.text ?? '', /, IP-Adresse 127\.0\.0\.1, \d{1,2}\. \p{L}+ \d{4} um \d{2}:\d{2} UTC\./u)
  })
})
