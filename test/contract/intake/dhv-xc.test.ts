// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { addDevice } from '#test/support/devices.ts'
import { createPilot, list, makeFlight, unlimited } from '#test/support/flights.ts'
import { igcSync, makeNamedFlight, xcupCheck, xcupFlight } from '#test/support/intake/captures.ts'
import { type RawAnswer, sendRaw } from '#test/support/intake/send.ts'
import { startServer } from '#test/support/server.ts'

suite('DHV-XC', async () => {
  const server = await startServer({ after }, { environment: { ...unlimited, MAX_UPLOAD_BYTES: '300000' } })
  const pilot = await createPilot(server)
  const { password } = await addDevice(server, pilot.user)
  const login = { user: pilot.user.email, password }
  let seed = 63_000

  const read = ({ status, body }: Pick<RawAnswer, 'status' | 'body'>, expected = 200) => {
    assert.equal(status, expected, body)
    const answer = JSON.parse(body) as { success: boolean; message: string }
    assert.deepEqual(Object.keys(answer), ['success', 'message'])
    assert.equal(answer.success, expected === 200)
    assert.doesNotMatch(answer.message, /[\r\n]/)
    return answer.message
  }
  /** As IGCSync finds it: a match of the whole message. */
  const findNumber = (message: string) => /^.*ID (\d+).*$/.exec(message)?.[1]
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const init = { 'content-type': 'application/json', ...headers }
    const response = await server.fetch(path, { method: 'POST', headers: init, body: JSON.stringify(body) })
    return { status: response.status, body: await response.text(), headers: response.headers }
  }

  test('xcup checks the login, then uploads; the flight is stored under the name of the file', async () => {
    assert.equal(read(await sendRaw(server.url, xcupCheck(login))), 'OK')
    const igc = makeNamedFlight(seed++)
    const message = read(await sendRaw(server.url, xcupFlight({ ...login, igc })))
    assert.match(message, /^The flight has been published under ID \d+$/)
    const [flight] = (await list(server, pilot)).data
    assert.equal(flight?.original_file_name, 'flight.igc')
    const again = read(await sendRaw(server.url, xcupFlight({ ...login, igc })))
    assert.equal(findNumber(again), findNumber(message))
    assert.match(again, /already stored/)
  })

  test('IGCSync finds the number, of a draft and of a flight that is there', async () => {
    const sent = igcSync({ ...login, igc: makeNamedFlight(seed++) })
    const message = read(await sendRaw(server.url, sent))
    assert.match(message, /stored as draft under ID \d+$/)
    assert.equal(findNumber(read(await sendRaw(server.url, sent))), findNumber(message))
  })

  test('the copy that lost its Latin-1 letters on the way is the flight that is there', async () => {
    const igc = makeNamedFlight(seed++)
    const first = read(await sendRaw(server.url, igcSync({ ...login, igc })))
    const second = read(await sendRaw(server.url, xcupFlight({ ...login, igc })))
    assert.equal(findNumber(second), findNumber(first))
  })

  test('every refusal has success and message, with the status that IGCSync checks', async () => {
    read(await sendRaw(server.url, xcupCheck({ ...login, password: 'wrong' })), 401)
    const igc = makeFlight(seed++)
    read(await sendRaw(server.url, xcupFlight({ user: 'else', password, igc })), 401)
    const own = { user: login.user, pass: password, igcname: 'x' }
    read(await post('/api/v1/flights', { ...own, igccontent: 'nothing' }), 400)
    read(await post('/api/v1/flights', { ...own, igccontent: '' }), 400)
    read(await post('/api/v1/flights', { ...own, igccontent: 'B'.repeat(300_001) }), 413)
    read(await post('/api/v1/authcheck', []), 400)
    read(await post('/api/v1/authcheck', {}), 401)
    read(await post('/api/v1/authcheck', { user: 'x'.repeat(200_000) }), 413)
  })

  test('both paths work with a slash at the end, and mean the same', async () => {
    const own = { user: login.user, pass: password }
    assert.equal(read(await post('/api/v1/authcheck/', own)), 'OK')
    const igccontent = Buffer.from(makeFlight(seed++)).toString()
    assert.match(read(await post('/api/v1/flights/', { ...own, igccontent })), /stored as draft under ID/)
    const refused = await post('/api/v1/flights/', { ...own, igccontent }, pilot.headers)
    assert.equal(refused.status, 405)
    assert.match(refused.body, /Upload flights to POST \/api\/v1\/flights\/upload;/)
    const get = async (headers: Record<string, string>) =>
      (await server.fetch('/api/v1/flights/', { headers })).status
    assert.deepEqual([await get({}), await get(pilot.headers)], [401, 200])
  })

  test('what is not this dialect is answered as before: our own path has no POST', async () => {
    const igccontent = Buffer.from(makeFlight(seed++)).toString()
    const own = { user: login.user, pass: password, igcname: 'x' }
    for (const [body, headers] of [
      [{ ...own, igccontent }, pilot.headers],
      [{ ...own, igccontent }, { authorization: 'Basic eDp5' }],
      [own, {}],
      [[], {}],
    ] as const) {
      const answer = await post('/api/v1/flights', body, headers as Record<string, string>)
      assert.equal(answer.status, 405)
      assert.equal(answer.headers.get('allow'), 'GET, HEAD')
      assert.equal((JSON.parse(answer.body) as { error: string }).error, 'method_not_allowed')
    }
    assert.equal((await list(server, pilot)).data.length > 0, true)
  })
})
