// run: all
// on: sqlite, postgres
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createPilot, list, makeFlight, uploadNew } from '#test/support/flights.ts'
import { shareServer } from '#test/support/server.ts'

suite('GET /api/v1/flights?q=…', async () => {
  const server = await shareServer()
  const pilot = await createPilot(server)
  const [ozone, gin] = [
    await uploadNew(server, pilot, makeFlight(1, { glider: 'Ozone Alpina 5' })),
    await uploadNew(server, pilot, makeFlight(2, { glider: 'Gin Éxplorer 100%' })),
  ]
  const correct = (id: string, body: object) =>
    server.fetch(`/api/v1/flights/${id}`, {
      method: 'PATCH',
      headers: { ...pilot.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const find = async (q: string, more = '') => {
    const { data, pagination } = await list(server, pilot, `?q=${encodeURIComponent(q)}${more}`)
    assert.equal(pagination.totalCount, data.length)
    return data.map(({ id }) => id).sort()
  }
  const both = [ozone.id, gin.id].sort()

  test('finds words in glider, title, notes and site, all of them, without case and accents', async () => {
    assert.deepEqual(await find('ALPINA'), [ozone.id])
    assert.deepEqual(await find('explorer gin'), [gin.id])
    assert.deepEqual(await find('alpina gin'), [])
    await correct(ozone.id, { title: 'Über den Paß', notes: 'Left too early.\nSecond cycle!' })
    assert.deepEqual(await find('uber cycle'), [ozone.id])
    const { name } = ozone.flightInfo.takeoff
    const word = name.split(' ').at(-1)!
    assert.deepEqual(await find(word.toLowerCase()), both)
    assert.deepEqual(await find(`${word} second`), [ozone.id])
    assert.deepEqual(await find('second', '&season=1990'), [])
    await correct(ozone.id, { title: null })
    assert.deepEqual(await find('uber'), [])
    assert.deepEqual(await find(' '), both, 'no word is no filter')
  })

  test('takes what a pattern would mean as it is written', async () => {
    assert.deepEqual(await find('100%'), [gin.id])
    for (const pattern of ['a%a', '%', '_', '~', "'", '\\'].filter((one) => one !== '%'))
      assert.deepEqual(await find(pattern), [], pattern)
    assert.deepEqual(await find('%'), [gin.id])
  })

  test('finds no one else’s flights, and by a cursor as by a number', async () => {
    const other = await createPilot(server)
    await uploadNew(server, other, makeFlight(3, { glider: 'Ozone Alpina 5' }))
    assert.deepEqual(await find('alpina'), [ozone.id])
    const { data } = await list(server, pilot, '?q=alpina&limit=5')
    assert.deepEqual(
      data.map(({ id }) => id),
      [ozone.id],
    )
  })

  test('of too many words, or too long, is refused with a sentence', async () => {
    for (const [q, sentence] of [
      ['a b c d e f', 'q must have at most 5 words.'],
      ['x'.repeat(101), 'q must be at most 100 characters long.'],
    ] as const) {
      const response = await server.fetch(`/api/v1/flights?q=${encodeURIComponent(q)}`, {
        headers: pilot.headers,
      })
      const problem = (await response.json()) as { error_description: string }
      assert.deepEqual([response.status, problem.error_description], [400, sentence])
    }
  })
})
