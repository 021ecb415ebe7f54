// run: all
// The email before a league that takes files from pilots alone takes a flight no longer.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { withForwardable } from '#server/forwardable.ts'
import { remindPilots } from '#server/forwards/reminders.ts'
import { textsIn } from '#language/server.ts'
import {
  ask,
  createForwarder,
  DAY,
  type Forwarder,
  forwarding,
  uploadFlight,
} from '#test/support/forwards/pilots.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { startServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'
import { countEmails } from '#server/platform/mail/email-store.ts'

const { subject } = textsIn('en').emails.leagueReminder

suite('a reminder of the last day of a league', async () => {
  const startsAt = Date.parse('2026-06-10T12:00:00Z')
  const mail = await startMailServer({ after } as never)
  const environment = { ...forwarding, SMTP_URL: mail.url }
  const server = await startServer({ after }, { environment, startsAt, isClockStill: true })
  const remind = () => remindPilots(withForwardable(server.services))
  const want = async (pilot: Forwarder, hasReminders: boolean) => {
    const { status } = await ask(server, pilot, 'PATCH', '/league-reminders', { hasReminders })
    assert.equal(status, 200)
  }
  const readReminders = async ({ user }: Forwarder) => {
    await waitUntil(
      'none is to be sent',
      async () => (await countEmails(server.services.db.sql)).queued === 0,
    )
    return mail.received.filter((email) => email.subject === subject && email.to === user.email)
  }

  test('comes three days before, once for each flight, of those that count', async () => {
    const pilot = await createForwarder(server)
    await want(pilot, true)
    const first = await uploadFlight(server, pilot, 1, { date: '2026-06-01' })
    const other = await uploadFlight(server, pilot, 2, { date: '2026-06-02' })
    await uploadFlight(server, pilot, 1, { date: '2026-05-20' })
    await remind()
    assert.deepEqual(await readReminders(pilot), [], 'there is time')
    server.advance(3 * DAY)
    await remind()
    await remind()
    const [email, ...more] = await readReminders(pilot)
    assert.equal(more.length, 0)
    assert.match(email!.text, /1 Jun 2026, [\d.]+\skm: until 15 Jun 2026\n\S+\/app\/flights\/\w+/)
    assert.ok(email!.text.indexOf(first.id) < email!.text.indexOf(other.id))
    assert.equal(email!.text.match(/\/app\/flights\//g)?.length, 2, 'it is too late for one')
    server.advance(DAY)
    await remind()
    assert.equal((await readReminders(pilot)).length, 1)
    // Uploaded late, and the next day at the earliest.
    await uploadFlight(server, pilot, 3, { date: '2026-06-03' })
    await remind()
    const [, late] = await readReminders(pilot)
    assert.match(late!.text, /3 Jun 2026/)
    assert.doesNotMatch(late!.text, new RegExp(first.id))
  })

  test('comes to no one who has not asked for it, or does no more', async () => {
    const [silent, changed] = [await createForwarder(server), await createForwarder(server)]
    await want(changed, true)
    for (const pilot of [silent, changed]) await uploadFlight(server, pilot, 4, { date: '2026-06-04' })
    await want(changed, false)
    server.advance(DAY)
    await remind()
    for (const pilot of [silent, changed]) assert.deepEqual(await readReminders(pilot), [])
    const { body } = await ask(server, changed, 'GET', '/destinations')
    assert.equal((body as { hasReminders?: boolean }).hasReminders, false)
  })
})
