// run: sweeps; clicks through what has tests over HTTP in every run
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDashboard } from '#test/support/dashboard.ts'
import { makeFlight } from '#test/support/flights.ts'

test('a pilot adds an instrument, and the page turns green with its first flight', async (suite) => {
  const dashboard = await openDashboard(suite)
  const { server, user } = dashboard
  const { page, requireClean, close } = await dashboard.open('/app/upload/automatic')
  await page.getByRole('link', { name: 'Flyskyhy (iPhone)' }).click()
  await page.getByLabel('Name', { exact: true }).fill('My phone')
  await page.getByRole('button', { name: 'Create upload password' }).click()
  const lines = page.locator('.secret code')
  await lines.nth(3).waitFor()
  const [address, typedUser, password, name] = await lines.allInnerTexts()
  assert.deepEqual([address, typedUser, name], [`${server.url}/flight_submit.php`, user.email, 'My phone'])
  await page.getByAltText('The four lines as a QR code').waitFor()
  await page.getByText('Waiting for the first flight.').waitFor()
  const body = new URLSearchParams({
    user: typedUser!,
    pass: password!,
    igcfn: 'x',
    IGCigcIGC: Buffer.from(makeFlight(67_000)).toString(),
  })
  assert.match(await (await fetch(address!, { method: 'POST', body })).text(), /flight scored/)
  await page.locator('.notice.good').getByText('The first flight has arrived.').waitFor()
  await page.getByRole('link', { name: 'Automatic' }).click()
  await page.getByText('My phone').waitFor()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Remove instrument' }).click()
  await page.getByText('No instruments yet').waitFor()
  requireClean()
  await close()
})

test('a pilot of XCTrack learns that its flights come as files, and has the way to send them', async (suite) => {
  const dashboard = await openDashboard(suite)
  const { page, requireClean } = await dashboard.open('/app/upload/automatic')
  for (const name of ['SeeYou, SeeYou Navigator', 'Skytraxx', 'Flymaster', 'XCTrack (Android)'])
    await page.getByRole('link', { name, exact: true }).waitFor()
  await page.getByRole('link', { name: 'XCTrack (Android)' }).click()
  await page.getByText('XCTrack uploads to XContest and to no other logbook.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Create upload password' }).count(), 0)
  await page.locator('main').getByRole('link', { name: 'Upload flights' }).click()
  await page.getByRole('heading', { name: 'Upload flights' }).waitFor()
  requireClean()
})
