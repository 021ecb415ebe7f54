// daily: none; clicks through what has tests over HTTP in every run; the pages themselves are opened in every run
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runAdmin } from '#test/support/admin.ts'
import { findViolations } from '#test/support/browser.ts'
import { openDashboard } from '#test/support/dashboard.ts'
import { registerApplication } from '#test/support/oauth.ts'
import { createUser, TEST_PASSWORD } from '#test/support/people.ts'

const EMAIL = 'operator@example.org'

test('an operator in the browser', async (suite) => {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-backups-'))
  suite.after(() => rmSync(folder, { recursive: true }))
  const dashboard = await openDashboard(suite, { OPERATORS: EMAIL, BACKUP_DIR: folder })
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

  await suite.test('finds a user and disables it; the page works on a phone', async () => {
    const phone = { viewport: { width: 360, height: 740 } }
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
