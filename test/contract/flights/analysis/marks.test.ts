// run: all
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import type { Flight } from '#contract/flight.ts'
import type { FlightScores, LeagueList } from '#contract/leagues.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { createPilot, list, makeFlight, unlimited, uploadNew } from '#test/support/flights.ts'
import { startServer } from '#test/support/server.ts'

const folder = makeFolder({ after })
const cup = {
  id: 'strict-cup',
  name: 'Strict cup',
  rules: [{ version: '1', categories: [{ shape: 'straight', multiplier: 1 }], refuses: ['no-altitude'] }],
}
writeFileSync(join(folder, 'cup.json'), JSON.stringify(cup))

/** As a recorder without a barometer writes it that does not record the altitude of its receiver either. */
function withoutAltitude(file: Uint8Array): Uint8Array {
  const text = Buffer.from(file).toString('latin1')
  return Buffer.from(text.replace(/^(B.{24})\d{10}/gm, '$10000000000'), 'latin1')
}

suite('a flight whose points need an explanation', async () => {
  const environment = { ...unlimited, LEAGUES_DIR: folder }
  const server = await startServer({ after }, { environment })
  const pilot = await createPilot(server)
  const plain = await uploadNew(server, pilot, makeFlight(1))
  const marked = await uploadNew(server, pilot, withoutAltitude(makeFlight(2)))
  const read = async <Body>(path: string) =>
    (await (await server.fetch(path, { headers: pilot.headers })).json()) as Body

  test('is marked with the code of a warning, in the detail and in the list', async () => {
    const { marks, warnings } = marked.flightInfo.metadata as {
      marks?: string[]
      warnings?: { code: string; message: string }[]
    }
    assert.deepEqual(marks, ['no-altitude'])
    assert.match(warnings?.find(({ code }) => code === 'no-altitude')?.message ?? '', /no altitude/)
    const { data } = await list(server, pilot)
    const found = data.map(({ id, flightInfo }: Flight) => [id, flightInfo.metadata.marks] as const)
    assert.deepEqual(new Map(found).get(marked.id), ['no-altitude'])
  })

  test('is told from one that is not marked: that has no such member', () => {
    assert.equal('marks' in plain.flightInfo.metadata, false)
  })

  test('has its marks in the CSV of the logbook', async () => {
    const response = await server.fetch('/api/v1/flights/export', { headers: pilot.headers })
    const [head, ...lines] = (await response.text()).trim().split('\r\n')
    const at = head!.split(',').indexOf('marks')
    const marksOf = ({ hash }: Flight) => lines.find((line) => line.includes(hash))!.split(',')[at]
    assert.deepEqual([marksOf(marked), marksOf(plain)], ['no-altitude', ''])
  })

  test('gets no points from a league that refuses the mark, and is told why', async () => {
    const leagues = await read<LeagueList>('/api/v1/leagues')
    const rules = leagues.data.find(({ id }) => id === cup.id)!.rules[0]!
    assert.deepEqual(rules.refuses, ['no-altitude'])
    const scores = (id: string, query: string) =>
      read<FlightScores>(`/api/v1/flights/${id}/scores?league=${query}`)
    const [refused] = (await scores(marked.id, cup.id)).data
    assert.equal(refused!.certificate, null)
    assert.match(refused!.reason!, /^Strict cup gives no points to a flight marked no-altitude\. /)
    const all = (await scores(marked.id, 'all')).data
    assert.ok(all.some(({ league, reason }) => league === cup.id && reason === refused!.reason))
    const [accepted] = (await scores(plain.id, cup.id)).data
    assert.ok(accepted!.certificate!.score > 0)
  })
})
