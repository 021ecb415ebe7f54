import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeLooks } from '#test/support/browser.ts'
import { openDashboard } from '#test/support/dashboard.ts'
import { bearer } from '#test/support/people.ts'

test('a developer with a key', async (suite) => {
  const dashboard = await openDashboard(suite)
  const { server } = dashboard

  await suite.test('makes a key only by keyboard, sees it once, uses it, and revokes it', async () => {
    const { page, requireClean, close } = await dashboard.open('/app/developers')
    await page.getByRole('button', { name: 'Create key' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Name', { exact: true }).waitFor()
    await page.getByLabel('Name', { exact: true }).focus()
    await page.keyboard.type('From the keyboard')
    await page.keyboard.press('Enter')
    const key = await page.locator('.secret code').first().innerText()
    assert.match(key, /^cst_key_/)
    assert.match(await page.locator('.secret pre').innerText(), /curl -H "Authorization: Bearer cst_key_/)
    assert.equal((await server.fetch('/api/v1/flights', { headers: bearer(key) })).status, 200)
    await page.keyboard.press('Escape')
    await page.getByText('From the keyboard').waitFor()
    assert.equal((await page.content()).includes(key), false, 'the key is shown once')

    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('1 expired or revoked key').waitFor()
    assert.equal((await server.fetch('/api/v1/flights', { headers: bearer(key) })).status, 401)
    requireClean()
    await close()
  })

  await suite.test('is told to try what the key can do, whatever its permissions', async () => {
    const { page, requireClean, close } = await dashboard.open('/app/developers/keys')
    const dialog = page.locator('dialog')
    for (const words of ['See your email address', 'See your name', 'Register, change and delete']) {
      await page.getByRole('button', { name: 'Create key' }).click()
      await dialog.getByLabel('Name', { exact: true }).fill(words)
      await dialog.getByLabel('See your flights').uncheck()
      await dialog.getByLabel(words).check()
      await dialog.getByRole('button', { name: 'Create key' }).click()
      const command = await dialog.locator('.secret pre').innerText()
      const [, key = '', path = ''] = /Bearer (\S+)" \\\n {2}http:\/\/[^/]+(\S+)$/.exec(command) ?? []
      assert.equal((await server.fetch(path, { headers: bearer(key) })).status, 200, command)
      await dialog.getByRole('button', { name: 'Done' }).click()
    }
    requireClean()
    await close()
  })

  for (const width of takeLooks([360, 768, 1280])) {
    await suite.test(`reaches every button of the dialog with a new key, ${width} pixels wide`, async () => {
      const options = { viewport: { width, height: 800 } }
      const { page, requireClean, close } = await dashboard.open('/app/developers/keys', options)
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByLabel('Name', { exact: true }).fill(`At ${width}`)
      await page.getByLabel('Upload flights').check()
      await page.getByLabel('Expires after (days)').fill(String(width % 365 || 1))
      await page.locator('dialog').getByRole('button', { name: 'Create key' }).click()
      const dialog = page.locator('dialog')
      await dialog.getByRole('button', { name: 'Done' }).waitFor()
      const frame = (await dialog.boundingBox())!
      for (const name of ['Copy the key', 'Copy the command', 'Done']) {
        const box = (await dialog.getByRole('button', { name }).boundingBox())!
        const isInside = box.x >= frame.x && box.x + box.width <= frame.x + frame.width
        assert.ok(isInside, `${name}: ${JSON.stringify(box)} in ${JSON.stringify(frame)}`)
      }
      assert.equal(await dialog.evaluate((element) => element.scrollWidth > element.clientWidth), false)
      requireClean()
      await close()
    })
  }

  await suite.test('gives a key any whole number of days from 1 to 365, or none', async () => {
    const { page, requireClean, close } = await dashboard.open('/app/developers/keys')
    const create = async (name: string, days: string) => {
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByLabel('Expires after (days)').fill(days)
      await page.locator('dialog').getByRole('button', { name: 'Create key' }).click()
    }
    for (const days of ['0', '366', '1.5']) {
      await create('Refused', days)
      const field = page.getByLabel('Expires after (days)')
      assert.equal(await field.evaluate((input: HTMLInputElement) => input.validity.valid), false, days)
      await page.keyboard.press('Escape')
      await page.locator('dialog').waitFor({ state: 'detached' })
    }
    for (const days of ['1', '45', '365', '']) {
      await create(`Of ${days || 'no'} days`, days)
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByText(`Of ${days || 'no'} days`).waitFor()
    }
    const keys = await server.services.db.sql<{ days: number | null }>`
      select (expires_at - created_at) / 86400000 as days from credentials where name like 'Of % days'
      order by created_at, id`
    assert.deepEqual(
      keys.map(({ days }) => days),
      [1, 45, 365, null],
    )
    requireClean()
    await close()
  })
})
