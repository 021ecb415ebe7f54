// What stands where it should, in a window that is small or in another language.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send } from '#test/support/account.ts'
import { openDashboard } from '#test/support/dashboard.ts'
import { signIn } from '#test/support/people.ts'

test('forms and dialogs', async (suite) => {
  const dashboard = await openDashboard(suite)
  const { server, user } = dashboard

  await suite.test('a wrong handle is told at its field, in the words of the page', async () => {
    await send(server, { headers: await signIn(server, user) }, 'PATCH', '/account', { language: 'de' })
    const { page, requireClean, close } = await dashboard.open('/app/settings/sharing')
    const field = page.locator('#handle')
    await field.fill('-mara-')
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByRole('button', { name: 'Adresse speichern' }).isDisabled(), true)
    await field.fill('mara')
    assert.equal(await field.getAttribute('aria-invalid'), 'false')
    assert.equal(await page.getByRole('button', { name: 'Adresse speichern' }).isDisabled(), false)
    requireClean()
    await close()
    await send(server, { headers: await signIn(server, user) }, 'PATCH', '/account', { language: 'en' })
  })

  await suite.test('the buttons of a dialog taller than the window are in view', async () => {
    const { page, requireClean, close } = await dashboard.open('/app/upload/automatic', {
      viewport: { width: 900, height: 420 },
    })
    await page.getByRole('button', { name: 'Add a destination' }).click()
    const dialog = page.locator('dialog')
    await dialog.locator('#label').waitFor()
    const isTall = await dialog.evaluate((element) => element.scrollHeight > element.clientHeight)
    assert.ok(isTall, 'it scrolls')
    const save = await dialog.locator('.dialog-foot button').last().boundingBox()
    assert.ok(save && save.y + save.height <= 420, 'and its last button is seen')
    const kinds = await dialog
      .locator('.form input')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).type))
    const typed = kinds.findLastIndex((type) => type === 'text' || type === 'url' || type === 'password')
    const ticked = kinds.indexOf('checkbox')
    assert.ok(ticked === -1 || ticked > typed, `what is ticked follows what is typed: ${kinds.join()}`)
    requireClean()
    await close()
  })

  await suite.test('the documentation has a blank between its sentences', async () => {
    const { page, close } = await dashboard.open('/docs')
    const facts = await page.locator('dd', { hasText: 'Bruno' }).innerText()
    assert.match(facts, /to generate a client from; a collection for Postman and Bruno/)
    await close()
  })
})
