// run: all
// A watched folder: a pilot adds one, and sees what was imported from there, what was refused, and the next look.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDashboard } from '#test/support/dashboard.ts'
import { startFilledBucket } from '#test/support/forwards/filled-bucket.ts'
import { requireGood } from '#test/support/forwards/good-page.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const phone = { viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true }

test('a watched folder', async (suite) => {
  const bucket = await startFilledBucket(suite)
  await bucket.put(1, 'one.igc')
  await bucket.put(2, 'bad.igc', Buffer.from('no flight'))
  const { server, open } = await openDashboard(suite, { FORWARD_ALLOW_PRIVATE: 'true' })
  const { page, requireClean } = await open('/app/upload/automatic', phone)
  const ask = (name: string) => page.getByRole('button', { name: `${name}: NAS`, exact: true })
  const { settings, credential } = bucket.source

  await suite.test('is added on the page of destinations, and says what it does', async () => {
    await page.getByRole('button', { name: 'Watch a folder' }).click()
    await page.getByText('Nothing is changed or deleted there.').waitFor()
    assert.equal(await page.getByText('Only some flights').count(), 0)
    await page.getByLabel('Service').selectOption('s3')
    assert.equal(await page.getByLabel('A folder for each year').count(), 0)
    await page.getByLabel('Name, as you like').fill('NAS')
    await page.getByLabel('Bucket').fill(settings.bucket)
    await page.getByLabel('Region').fill(settings.region)
    await page.getByLabel('Address').fill(settings.url)
    await page.getByLabel('Folder (if you like)').fill(settings.folder)
    await page.getByLabel('Access key ID').fill(credential.accessKeyId)
    await page.getByLabel('Secret access key').fill(credential.secretAccessKey)
    await requireGood(page, 'dialog')
    await page.getByRole('button', { name: 'Save and test' }).click()
    await page.getByText('New flights in this folder are imported every 15 minutes.').waitFor()
    await page.getByText('The test succeeded: the folder can be read.').waitFor()
    await requireGood(page)
  })

  await suite.test('shows what was imported, what was refused and why, and the next look', async () => {
    // The first look is at once; another one sees what became of the files.
    await waitUntil('the import has ended', async () => {
      const { sql } = server.services.db
      return (await sql`select id from imports where state = 'done'`).length === 1
    })
    await ask('Look now').click()
    await page.getByText('1 file imported · 1 refused').waitFor()
    await page.getByText(/last look .* · next look in \d+ minutes/i).waitFor()
    await page.getByText('More', { exact: true }).click()
    assert.equal(await ask('Send older flights').count(), 0)
    await ask('Files').click()
    const refused = page.locator('dialog li', { hasText: 'bad.igc' })
    await refused.getByText('Refused').waitFor()
    await refused.getByText('IGC').last().waitFor()
    await page.locator('dialog li', { hasText: 'one.igc' }).getByText('Imported').waitFor()
    await requireGood(page, 'dialog')
    await page.getByRole('button', { name: 'Close' }).click()
  })

  await suite.test('is paused, and deleted without its flights', async () => {
    await ask('Pause').click()
    await page.getByText('The folder is not read until you resume.').waitFor()
    assert.equal(await ask('Look now').count(), 0)
    await ask('Delete').click()
    await page.getByText('Flights that were imported stay here.').waitFor()
    await page.getByRole('button', { name: 'Delete it' }).click()
    await page.getByRole('heading', { name: 'No destinations yet' }).waitFor()
    const { length } = await server.services.db.sql`select id from flights`
    assert.equal(length, 1)
    requireClean()
  })
})
