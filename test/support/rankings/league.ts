// A club with a season, pilots who fly in it, and how each of them asks.
import assert from 'node:assert/strict'
import type { RowDetails, RankingRows, Season } from '#contract/clubs/api.ts'
import type { RankingRule, SeasonTerms } from '#contract/clubs/rule.ts'
import { lookAtChanged } from '#server/rankings/jobs.ts'
import type { RankingServices } from '#server/rankings/sources.ts'
import { setUnseen } from '#server/rankings/store.ts'
import { withRankable } from '#server/work.ts'
import { createPilot, makeFlight, type Pilot, uploadNew } from '#test/support/flights.ts'
import type { TestServer } from '#test/support/server.ts'
import { simple } from './entries.ts'

interface Answer {
  status: number
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

export async function ask(
  server: TestServer,
  { headers }: Pick<Pilot, 'headers'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await server.fetch(`/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined }
}

export const terms = { from: '2026-01-01', to: '2026-12-31', timeZone: 'Europe/Zurich' }

export interface League {
  owner: Pilot
  clubId: string
  season: Season
}

let made = 0

export async function foundLeague(
  server: TestServer,
  settings: { visible?: 'public' | 'members' } = {},
  more: Partial<SeasonTerms> = {},
): Promise<League> {
  const owner = await createPilot(server, 'Olga Owner')
  const club = {
    name: `League ${++made}`,
    handle: `league-${made}`,
    country: 'CH',
    join: 'open',
    visible: 'public',
  }
  const founded = await ask(server, owner, 'POST', '/clubs', { ...club, ...settings })
  assert.equal(founded.status, 201, founded.text)
  const clubId = founded.body.data.id as string
  const created = await ask(server, owner, 'POST', '/seasons', {
    clubId,
    name: 'Season',
    terms: { ...terms, ...more },
  })
  assert.equal(created.status, 201, created.text)
  return { owner, clubId, season: created.body.data as Season }
}

/** How many rankings each season has been given. */
const given = new Map<string, number>()

export async function addRanking(
  server: TestServer,
  { owner, season }: League,
  rule: Partial<RankingRule> = {},
): Promise<string> {
  const before = given.get(season.id) ?? 0
  given.set(season.id, before + 1)
  const { status, text, body } = await ask(server, owner, 'POST', `/seasons/${season.id}/rankings`, {
    name: before === 0 ? 'Overall' : `Overall ${before + 1}`,
    rule: { ...simple, ...rule },
  })
  assert.equal(status, 201, text)
  return body.data.id as string
}

/** A member of the club who has entered. */
export async function addEntrant(
  server: TestServer,
  { clubId, season }: League,
  name: string,
  entry: object = {},
): Promise<Pilot> {
  const pilot = await createPilot(server, name)
  assert.ok((await ask(server, pilot, 'PUT', `/clubs/${clubId}/membership`, {})).status < 300)
  const sent = { displayName: 'full', ...entry }
  const { status, text } = await ask(server, pilot, 'PUT', `/seasons/${season.id}/entry`, sent)
  assert.equal(status, 200, text)
  return pilot
}

export async function fly(
  server: TestServer,
  pilot: Pilot,
  seed: number,
  { km = 6, date = '2026-05-17', visibility = 'public' } = {},
): Promise<string> {
  const { id } = await uploadNew(server, pilot, makeFlight(seed, { taskKm: km, date }))
  if (visibility !== 'private') await show(server, pilot, id, visibility)
  return id
}

export async function show(server: TestServer, pilot: Pilot, id: string, visibility: string): Promise<void> {
  const { status, text } = await ask(server, pilot, 'PATCH', `/flights/${id}`, { visibility })
  assert.equal(status, 200, text)
}

/** As the job does; how many scores and findings were made. */
export const settle = (server: TestServer) => lookAtChanged(withRankable(server.services))

/** As it does once a day, for everyone. */
export async function settleAgain(services: RankingServices): Promise<number> {
  await setUnseen(services.db.sql)
  return lookAtChanged(services)
}

export async function listRows(
  server: TestServer,
  pilot: Pilot,
  id: string,
  query = '',
): Promise<RankingRows> {
  const { status, text, body } = await ask(server, pilot, 'GET', `/rankings/${id}/rows${query}`)
  assert.equal(status, 200, text)
  return body as RankingRows
}

export async function findRow(
  server: TestServer,
  pilot: Pilot,
  id: string,
  whose = 'me',
): Promise<RowDetails> {
  const { status, text, body } = await ask(server, pilot, 'GET', `/rankings/${id}/rows/${whose}`)
  assert.equal(status, 200, text)
  return body.data as RowDetails
}
