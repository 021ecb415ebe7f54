// run: all
// A club from its beginning: an owner creates it and passes a link on, a newcomer signs in and says yes.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findViolations, measureOverflow } from '#test/support/browser.ts'
import { openDashboard, watchPage } from '#test/support/dashboard.ts'
import { createUser, signIn, TEST_PASSWORD } from '#test/support/people.ts'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const MIN_TARGET_PX = 44
const pictures = process.env.PICTURES

test('clubs', async (suite) => {
  const { server, browser, open } = await openDashboard(suite)
  const shoot = async (page: { screenshot(options: object): Promise<unknown> }, name: string) => {
    if (!pictures) return
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
  }

  await suite.test('an owner creates one, and a newcomer joins with the link', async () => {
    const owner = await open('/app/clubs', phone)
    const { page } = owner
    await page.getByText('You are in no club yet.').waitFor()
    await page.getByRole('button', { name: 'Create a club' }).click()
    await page.getByLabel('Name of the club').fill('Gleitschirmclub Niesen')
    await page.getByLabel('Short name').fill('GC-Niesen')
    await page.getByLabel('Country').selectOption('CH')
    await page.getByLabel('Joining').selectOption('invitation')
    await page.getByLabel('Seen by').selectOption('members')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Gleitschirmclub Niesen' }).waitFor()
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByText('Mara K.').waitFor()
    await page.getByRole('link', { name: 'Manage' }).click()
    await page.getByRole('button', { name: 'Make an invitation link' }).click()
    const link = await page.locator('.secret code').innerText()
    assert.match(link, /\/app\/clubs\/join\/[0-9A-Za-z]{22}$/)
    await shoot(page, 'club-owner')
    assert.deepEqual(await findViolations(page), [])
    assert.ok((await measureOverflow(page)) <= 0)
    for (const button of await page.locator('main button, main select, main input').all()) {
      const box = await button.boundingBox()
      const isBig = !box || box.height >= MIN_TARGET_PX || (await button.getAttribute('type')) === 'checkbox'
      assert.ok(isBig, `${await button.innerText()} is ${box?.height} px high`)
    }

    const newcomer = await createUser(server, 'Bert Neumann')
    await signIn(server, newcomer)
    const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block', ...phone })
    const visit = await watchPage(context, server.url, new URL(link).pathname)
    await visit.page.waitForURL(/\/sign-in\?return_to=/)
    await visit.page.getByLabel('Email').fill(newcomer.email)
    await visit.page.getByLabel('Password').first().fill(TEST_PASSWORD)
    await visit.page.getByRole('button', { name: 'Sign in' }).first().click()
    await visit.page.getByRole('heading', { name: 'You are invited' }).waitFor()
    await visit.page.getByText('Gleitschirmclub Niesen').waitFor()
    assert.deepEqual(await findViolations(visit.page), [])
    await shoot(visit.page, 'club-invitation')
    await visit.page.getByLabel('How your name is shown').selectOption('full')
    await visit.page.getByRole('button', { name: 'Join this club' }).click()
    await visit.page.getByRole('heading', { level: 1, name: 'Gleitschirmclub Niesen' }).waitFor()
    assert.equal(await visit.page.getByRole('link', { name: 'Manage' }).count(), 0)
    await visit.page.getByRole('link', { name: 'Members' }).click()
    await visit.page.locator('main').getByText('Bert Neumann').waitFor()
    await shoot(visit.page, 'club-member')
    visit.requireClean()
    await context.close()

    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByLabel('Role of Bert Neumann').selectOption('admin')
    await page.waitForFunction(
      () =>
        (document.querySelector('[aria-label="Role of Bert Neumann"]') as HTMLSelectElement)?.value ===
        'admin',
    )
    await page.getByRole('link', { name: 'Season' }).click()
    await page.getByRole('button', { name: 'Leave the club' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the club' }).click()
    await page.getByText('hand it over to another member first').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByRole('button', { name: 'Hand over' }).click()
    await page.getByText('Bert Neumann becomes the owner').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('button', { name: 'Hand over' }).count(), 0)
    owner.requireClean()
    await owner.close()
  })

  await suite.test('a pilot finds a public one and asks to join', async () => {
    const { page, close } = await open('/app/clubs')
    await page.getByRole('button', { name: 'Create a club' }).click()
    await page.getByLabel('Name of the club').fill('Offener Verein')
    await page.getByLabel('Short name').fill('offen')
    await page.getByLabel('Country').selectOption('DE')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Offener Verein' }).waitFor()

    const pilot = await createUser(server, 'Caro Weber')
    const { cookie } = await signIn(server, pilot)
    const [name = '', value = ''] = cookie.split(/=(.*)/)
    const context = await browser.newContext({ locale: 'de-DE', serviceWorkers: 'block' })
    await context.addCookies([{ name, value, url: server.url }])
    const asking = await watchPage(context, server.url, '/app/clubs')
    await asking.page.getByRole('textbox', { name: 'Verein finden' }).fill('offen')
    await asking.page.getByRole('link', { name: 'Offener Verein' }).click()
    await asking.page.getByRole('button', { name: 'Beitritt anfragen' }).click()
    await asking.page.getByText('Ein Admin entscheidet').first().waitFor()
    asking.requireClean()

    await page.reload()
    await page.getByRole('link', { name: 'Manage 1' }).click()
    await page.getByText('Caro W.').waitFor()
    await shoot(page, 'club-requests')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByLabel('Role of Caro W.').waitFor()
    await context.close()
    await close()
  })
})
