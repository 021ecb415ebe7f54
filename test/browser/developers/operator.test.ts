// run: sweeps; clicks through what has tests over HTTP in every run; the pages themselves are opened in every run
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { runAdmin } from '#test/support/admin.ts'
import { findViolations, measureOverflow } from '#test/support/browser.ts'
import { openDashboard } from '#test/support/dashboard.ts'
import { makeFlight } from '#test/support/flights.ts'
import { registerApplication } from '#test/support/oauth.ts'
import { site, startOverpass } from '#test/support/osm/overpass.ts'
import { startBucket } from '#test/support/terrain/bucket.ts'
import { landscape, packed, writeHgt } from '#test/support/terrain/landscape.ts'
import { createUser, TEST_PASSWORD } from '#test/support/people.ts'

const EMAIL = 'operator@example.org'
const desk = { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' } as const
const phone = { viewport: { width: 360, height: 740 } }
const flight = { bytes: makeFlight(1), fileName: 'one.igc', options: {} }

test('an operator in the browser', async (suite) => {
  const folder = makeFolder(suite)
  const [overpass, bucket] = [await startOverpass(suite), await startBucket(suite)]
  const dashboard = await openDashboard(suite, {
    OPERATORS: EMAIL,
    BACKUP_DIR: folder,
    SITES_URL: overpass.url,
    TERRAIN_URL: bucket.url,
  })
  const { server, user } = dashboard
  await server.services.db.sql`update users set email = ${EMAIL} where id = ${user.id}`
  const victim = await createUser(server, 'Victor')
  const application = await registerApplication(server)
  const file = join(folder, 'cloudstreet-2026-11-15T03-00-00Z.jsonl.zst')
  assert.equal((await runAdmin(server, ['backup', file])).code, 0)

  await suite.test('sees the state, and verifies a backup after proving who it is', async () => {
    const { page, requireClean, close } = await dashboard.open('/app/logbook')
    await page.getByRole('link', { name: 'Operate' }).waitFor()
    server.advance(16 * 60_000)
    await page.getByRole('link', { name: 'Operate' }).click()
    await page.getByLabel('Your password').fill(TEST_PASSWORD)
    await page.keyboard.press('Enter')
    await page
      .getByText(/sqlite|postgres/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: /^Verify cloudstreet-2026-11-15T03/ }).click()
    await page.getByText('Every byte, row and file is intact.').waitFor()
    assert.deepEqual(await findViolations(page), [])
    requireClean()
    await close()
  })

  await suite.test('fetches names and heights with a click each, told what comes from where', async () => {
    await uploadFlight(server.services, user.id, flight)
    const [launch] = await server.services.db.sql<{ lat: number; lng: number }>`
      select launch_latitude as lat, launch_longitude as lng from flights where owner_id = ${user.id}`
    const { lat, lng } = launch!
    overpass.elements = [site(1, lat, lng, { 'free_flying:site': 'takeoff', name: 'Alp Grüm' })]
    bucket.files.set('/N46/N46E008.hgt.gz', packed(writeHgt(landscape, { south: 46, west: 8, columns: 121 })))
    for (const look of [desk, phone]) {
      const { page, close } = await dashboard.open('/app/admin', look)
      await page.getByText(/some 9 MB now, .* 2,000 MB at most, from 127/).waitFor()
      await page
        .getByText(/1 square of one degree that flights began in.* That server learns which/)
        .waitFor()
      assert.ok((await measureOverflow(page)) <= 0)
      assert.deepEqual(await findViolations(page), [])
      await close()
    }
    const { page, requireClean, close } = await dashboard.open('/app/admin', desk)
    await page.getByRole('button', { name: 'Fetch names' }).click()
    await page.getByText('1 site is listed.').waitFor()
    await page.getByRole('button', { name: 'Fetch heights' }).click()
    await page.getByRole('button', { name: 'Stop fetching' }).waitFor()
    const file = join(server.services.config.dataDir, 'terrain/auto/N46E008.hgt.gz')
    while (!existsSync(file)) await page.waitForTimeout(500)
    await page.getByRole('button', { name: 'Stop fetching' }).click()
    await page.getByRole('button', { name: 'Fetch heights' }).waitFor()
    requireClean()
    await close()
  })

  await suite.test('finds a user and disables it; the page works on a phone', async () => {
    const { page, requireClean, close } = await dashboard.open('/app/admin/users', phone)
    await page.getByRole('searchbox').fill(victim.email)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('button', { name: `Disable ${victim.email}` }).click()
    await page.locator('dialog').getByRole('button', { name: 'Disable' }).click()
    await page.getByText('Disabled', { exact: true }).waitFor()
    const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    assert.equal(isTooWide, false)
    assert.deepEqual(await findViolations(page), [])
    requireClean()
    await close()
  })

  await suite.test('gives an application individual limits', async () => {
    const { page, requireClean, close } = await dashboard.open('/app/admin/applications')
    await page.getByText('Comes with the service, public').waitFor()
    await page
      .getByRole('button', { name: /^Change limits of/ })
      .last()
      .click()
    await page.getByLabel('Requests').fill('12')
    await page.getByRole('button', { name: 'Save limits' }).click()
    await page.getByText('Requests: 12, uploads: default').waitFor()
    const [row] = await server.services.db.sql<{ id: string; requests: number }>`
      select id, rate_limit_requests as requests from applications where owner_id is not null`
    assert.deepEqual(row, { id: application.id, requests: 12 })
    assert.deepEqual(await findViolations(page), [])
    requireClean()
    await close()
  })

  await suite.test('sees that no email is queued', async () => {
    const { page, requireClean, close } = await dashboard.open('/app/admin/mail')
    await page.getByText('Nothing is queued, and nothing failed.').waitFor()
    await page.getByText('No mail server is set').waitFor()
    requireClean()
    await close()
  })
})
