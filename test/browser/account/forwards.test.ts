// run: all
// Upload once: a pilot adds a WebDAV folder, and sees on the page and on the flight what became of each file.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { openDashboard } from '#test/support/dashboard.ts'
import { makeFlight } from '#test/support/flights.ts'
import { requireGood } from '#test/support/forwards/good-page.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const phone = { viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true }
const login = `Basic ${Buffer.from('mara:right').toString('base64')}`

/** A folder by WebDAV (RFC 4918), as far as files are put into it. */
async function startFolder(context: Pick<TestContext, 'after'>) {
  const files = new Map<string, Buffer>()
  const folder = { url: '', files, isBroken: false }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method, url = '' } = request
      const end = (status: number, body: string | Buffer = '') => response.writeHead(status).end(body)
      if (folder.isBroken) return end(503, 'The disk is asleep')
      if (request.headers.authorization !== login) return end(401, 'This is not your password')
      if (method === 'PROPFIND') return end(207, '<multistatus xmlns="DAV:"/>')
      if (method === 'PUT') files.set(url, Buffer.concat(chunks))
      if (method === 'PUT') return end(201)
      const file = files.get(url)
      return file ? end(200, file) : end(404)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(() => void server.close())
  folder.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/flights`
  return folder
}

test('forwarding', async (suite) => {
  const folder = await startFolder(suite)
  const { server, user, open } = await openDashboard(suite, {
    FORWARD_ALLOW_PRIVATE: 'true',
    FORWARD_DELAY_SECONDS: '0',
  })
  const { services } = server
  const fly = (seed: number) =>
    uploadFlight(services, user.id, { bytes: makeFlight(seed), fileName: `${seed}.igc`, options: {} })
  const openFlight = async (seed: number) => {
    const { id } = await fly(seed)
    await waitUntil('the flight is taken for the destination', async () => {
      const [row] = await services.db.sql`select id from forwards where flight_id = ${id}`
      return row
    })
    await page.goto(`${server.url}/app/flights/${id}`)
    await page.getByRole('tab', { name: 'File' }).click()
  }
  await fly(71)
  const { page, requireClean } = await open('/app/upload/automatic', phone)
  const ask = (name: string) => page.getByRole('button', { name: `${name}: NAS`, exact: true })

  await suite.test('a wrong password is named when it is saved, and mended on its own', async () => {
    await page.getByRole('heading', { name: 'No destinations yet' }).waitFor()
    await page.getByRole('button', { name: 'Add a destination' }).click()
    await page.getByText('your privacy zones do not apply there').waitFor()
    await page.getByText('Deleting a flight here does not delete it there.').waitFor()
    await page.getByLabel('Name, as you like').fill('NAS')
    await page.getByLabel('Address').fill(folder.url)
    await page.getByLabel('User name').fill('mara')
    assert.equal(await page.getByLabel('Password').getAttribute('type'), 'password')
    await page.getByLabel('Password').fill('wrong')
    await requireGood(page, 'dialog')
    await page.getByRole('button', { name: 'Save and test' }).click()
    await page.getByText('The service says: “This is not your password”').waitFor()
    await ask('Edit').click()
    assert.equal(await page.getByLabel('Address').inputValue(), folder.url)
    assert.equal(await page.getByLabel('Password').inputValue(), '')
    await page.getByLabel('Password').fill('right')
    await page.getByRole('button', { name: 'Save and test' }).click()
    await page.getByText('The test succeeded. Flights can be sent.').waitFor()
    await requireGood(page)
  })

  await suite.test('a new flight arrives there, and says so', async () => {
    await openFlight(72)
    await page.locator('.forwards').getByText('Delivered').waitFor()
    assert.deepEqual([...folder.files.values()], [Buffer.from(makeFlight(72))])
    await requireGood(page, '.forwards')
  })

  await suite.test(
    'a failure has the service’s words, the next try and a button that tries now',
    async () => {
      folder.isBroken = true
      await openFlight(73)
      await page.getByText('The service says: “The disk is asleep”').waitFor()
      await page.getByText('next try in').waitFor()
      folder.isBroken = false
      await ask('Try now').click()
      await page.locator('.forwards').getByText('Delivered').waitFor()
      assert.equal(folder.files.size, 2)
    },
  )

  await suite.test('older flights are counted before they are sent', async () => {
    await page.goto(`${server.url}/app/upload/automatic`)
    await page.getByText('2 delivered').waitFor()
    await page.getByText('More', { exact: true }).click()
    await ask('Send older flights').click()
    await page.getByText('1 flight, at most 50 a day').waitFor()
    await page.getByRole('button', { name: 'Send 1 flight' }).click()
    await ask('Flights sent').click()
    await page.locator('dialog .tag.good').nth(2).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    assert.equal(folder.files.size, 3)
  })

  await suite.test('it is paused, resumed, turned off and deleted', async () => {
    await ask('Pause').click()
    await page.getByText('New flights wait here until you resume.').waitFor()
    await ask('Resume').click()
    await ask('Turn off').click()
    await page.getByText('New flights are not queued, and none are sent.').waitFor()
    await ask('Delete').click()
    await page.getByRole('button', { name: 'Delete it' }).click()
    await page.getByRole('heading', { name: 'No destinations yet' }).waitFor()
  })
  requireClean()
})
