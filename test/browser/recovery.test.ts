// Proving again who is signed in, in a real browser.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { findViolations } from '#test/support/browser.ts'
import { openDashboard } from '#test/support/dashboard.ts'
import { TEST_PASSWORD } from '#test/support/people.ts'

const MINUTE_MS = 60_000

suite('an open browser', () => {
  test('asks for the password before it makes a key or an export, and then goes on', async (context) => {
    const { server, open } = await openDashboard(context)
    const { page, requireClean } = await open('/app/developers/keys')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
    server.advance(16 * MINUTE_MS)

    await button('Create key').click()
    const creation = page.getByRole('dialog', { name: 'Create a key' })
    await creation.getByLabel('Name', { exact: true }).fill('laptop')
    await creation.getByRole('checkbox').first().check()
    await creation.getByRole('button', { name: 'Create key' }).click()
    await proof.getByLabel('Your password').fill('not the right one')
    assert.deepEqual(await findViolations(page), [])
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await proof.getByText('The current password is wrong').waitFor()
    await proof.getByLabel('Your password').fill(TEST_PASSWORD)
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await proof.waitFor({ state: 'detached' })
    await page.getByText(/^cst_key_\w{49}$/).waitFor()

    server.advance(16 * MINUTE_MS)
    await page.goto(`${server.url}/app/account/data`)
    await button('Download everything').click()
    await proof.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Confirm first that it is you').waitFor()
    await button('Download everything').click()
    await proof.getByLabel('Your password').fill(TEST_PASSWORD)
    const download = page.waitForEvent('download')
    await proof.getByRole('button', { name: 'Confirm' }).click()
    assert.match((await download).suggestedFilename(), /^cloudstreet-.*\.zip$/)
    requireClean()
  })
})
