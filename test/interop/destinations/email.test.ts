// run: all
// Flights by email, at a real SMTP server.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { languages } from '#language/preferences.ts'
import { email } from '#server/forwards/kinds/email.ts'
import { openDoor } from '#test/support/forwards/door.ts'
import { placeAt, prepareFlight } from '#test/support/forwards/flight.ts'
import { startMailServer } from '#test/support/mail-server.ts'

const to = 'secretary@club.example'

suite('email as a destination', () => {
  test('nothing but a code goes to an address until its reader has passed that on', async (context) => {
    const mail = await startMailServer(context)
    const door = openDoor({ smtpUrl: mail.url })
    const flight = prepareFlight(1)
    for (const code of [undefined, '', 'AAAA-AAAA']) {
      const answer = await email.send(door, placeAt({ to }, code === undefined ? {} : { code }), flight)
      assert.equal(email.classify(answer).result, 'credential')
    }
    assert.equal(mail.received.length, 0)

    const byWorker = { ...placeAt({ to }, {}), mayAskReader: undefined }
    for (const mayAskReader of [undefined, async () => false])
      assert.equal((await email.check(door, { ...byWorker, mayAskReader } as never)).result, 'credential')
    assert.equal(mail.received.length, 0, 'a worker, or a pilot who has asked too often, mails the address')
    const asked = await email.check(door, placeAt({ to }, {}))
    assert.equal(asked.result, 'credential')
    const { subject, text } = await mail.take(to)
    assert.match(subject, /asks to send you flights/)
    assert.match(text, /^ada@example\.org asks/)
    const [, code = ''] = /pilot: (\S+)/.exec(text) ?? []
    const wrong = await email.check(door, placeAt({ to }, { code: 'AAAA-AAAA' }))
    assert.equal(wrong.result, 'credential')
    assert.equal(mail.received.length, 1, 'a wrong code mails the address again')

    const agreed = placeAt({ to: ' Secretary@Club.example' }, { code: ` ${code.toLowerCase()}` })
    assert.deepEqual(await email.check(door, agreed), { result: 'delivered' })
    assert.deepEqual(email.classify(await email.send(door, agreed, flight)), { result: 'delivered' })
  })

  test('the file is attached byte for byte, under one Message-ID for ever', async (context) => {
    const mail = await startMailServer(context)
    const door = openDoor({ smtpUrl: mail.url })
    const own = placeAt({ to: 'ada@example.org' }, {})
    const flight = prepareFlight(2)
    await email.send(door, own, flight)
    await email.send(door, own, flight)
    const [first, second] = mail.received
    assert.equal(first?.messageId, second?.messageId)
    assert.equal(first?.subject, 'Flight of Ada Pilot, 2026-05-17')
    const [, encoded = ''] = /filename[^]*?\n\n([A-Za-z0-9+/=\n]+)/.exec(first?.text ?? '') ?? []
    assert.deepEqual(Buffer.from(encoded, 'base64'), Buffer.from(flight.bytes))
  })

  test('is in the language of the pilot', async (context) => {
    const mail = await startMailServer(context)
    const door = openDoor({ smtpUrl: mail.url })
    const subjects = new Set<string>()
    for (const language of languages) {
      await email.send(door, { ...placeAt({ to: 'ada@example.org' }, {}), language }, prepareFlight(3))
      await email.check(door, { ...placeAt({ to }, {}), language })
    }
    for (const { subject, text } of mail.received) {
      subjects.add(subject)
      assert.doesNotMatch(text, /undefined|\bnull\b|\[object/)
    }
    assert.equal(subjects.size, 2 * languages.length)
  })

  test('what the mail server says decides', async (context) => {
    let refusal = { responseCode: 452, message: 'Insufficient system storage' }
    const mail = await startMailServer(context, { refuse: () => refusal })
    const send = async (url: string) =>
      email.classify(
        await email.send(
          openDoor({ smtpUrl: url }),
          placeAt({ to: 'ada@example.org' }, {}),
          prepareFlight(4),
        ),
      )
    assert.equal((await send(mail.url)).result, 'later')
    refusal = { responseCode: 552, message: 'Message size exceeds fixed limit' }
    const refused = await send(mail.url)
    assert.equal(refused.result, 'refused')
    assert.match(refused.words ?? '', /exceeds fixed limit/)
    assert.equal((await send('smtp://127.0.0.1:1')).result, 'later')
  })
})
