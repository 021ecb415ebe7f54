// The demo pilot's club: members who fly, a season that is over and one that runs, and somebody who would like to join. Made
// through the API, as its members would.
import { issueCredential } from '#server/access/credentials.ts'
import { followProof } from '#server/access/proof.ts'
import type { Scope } from '#contract/scopes.ts'
import { simulateFlight } from '#igc/simulate.ts'
import { insertUser } from '#server/accounts/store.ts'
import type { FlightServices } from '#server/flights/record/services.ts'
import { changeSettings } from '#server/flights/sharing/zones.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import type { App } from '#server/platform/http/http.ts'
import { DAY_MS, toDay } from '#server/platform/time.ts'
import { clubFlights, type DemoFlight, demoPilots } from './flights.ts'

const SCOPES: Scope[] = ['clubs:read', 'clubs:manage']
const TOKEN_SECONDS = 3600

interface Member {
  userId: string
  name: string
}

export async function createClub(services: FlightServices, app: App, owner: Member): Promise<void> {
  const members: Member[] = []
  for (const name of demoPilots) members.push({ name, userId: await createPilot(services, name) })
  const [visitor, ...others] = members
  const api = await openApi(services, app, owner)
  const { id: clubId } = await api('POST', '/clubs', {
    name: 'Bergwind Paragliding Club',
    handle: 'bergwind',
    country: 'CH',
    join: 'request',
    visible: 'public',
    description:
      'We fly at the Niesen and around Interlaken, and meet on Thursday evenings. Guests are welcome.',
    website: 'https://bergwind.example',
  })
  const apis = await Promise.all(members.map((member) => openApi(services, app, member)))
  for (const ask of apis) await ask('PUT', `/clubs/${clubId}/membership`, { displayName: 'full' })
  for (const { id, name } of await api('GET', `/clubs/${clubId}/members?state=requested`))
    if (name !== visitor?.name) await api('PUT', `/clubs/${clubId}/members/${id}`)
  const today = services.now()
  // By days and not by years: the season that runs has flights in January, too.
  const seasons = [
    { name: 'Last season', from: today - 640 * DAY_MS, to: today - 301 * DAY_MS },
    { name: 'This season', from: today - 300 * DAY_MS, to: today + 60 * DAY_MS },
  ]
  const pilots = [api, ...apis.slice(1)]
  const [past] = await Promise.all(seasons.map((season) => createSeason(api, pilots, clubId, season)))
  await uploadAll(services, others)
  await api('POST', `/seasons/${past}/close`)
}

async function createPilot(services: FlightServices, name: string): Promise<string> {
  const [first = ''] = name.toLowerCase().split(' ')
  const pilot = { email: `${first}@demo.example`, name, passwordHash: null, isVerified: true, language: null }
  const user = await services.db.transaction((sql) => insertUser(sql, services.now(), pilot))
  if (!user) throw new Error(`the demo pilot ${name} could not be created`)
  await changeSettings(services.db.sql, services.now(), user.id, {
    defaultVisibility: 'public',
    handle: first,
  })
  return user.id
}

type Ask = Awaited<ReturnType<typeof openApi>>

/** Requests of a user, which give the data of the answer. */
async function openApi({ db, now }: FlightServices, app: App, { userId }: Member) {
  const token = {
    kind: 'access_token',
    userId,
    scopes: SCOPES,
    expiresAt: now() + TOKEN_SECONDS * 1000,
  } as const
  const { secret } = await issueCredential(db.sql, now(), token, followProof('operator'))
  // oxlint-disable-next-line typescript/no-explicit-any -- as many shapes as there are operations
  return async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<any> => {
    const response = await app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${secret}` },
      ...(payload && { payload }),
    })
    if (response.statusCode >= 300) throw new Error(`demo: ${method} ${path}: ${response.body}`)
    return response.body === '' ? undefined : (response.json() as { data: unknown }).data
  }
}

/** With three rankings, which every pilot enters. */
async function createSeason(
  api: Ask,
  pilots: readonly Ask[],
  clubId: string,
  { name, from, to }: { name: string; from: number; to: number },
): Promise<string> {
  const terms = { from: toDay(from), to: toDay(to), timeZone: 'Europe/Zurich' }
  const { id } = await api('POST', '/seasons', { clubId, name, terms })
  const measure = { kind: 'points', league: 'xcontest', decimals: 2 }
  const common = { audience: 'public', measure, group: { by: 'pilot' } }
  const triangles = ['Free Triangle', 'FAI Triangle', 'Closed Free Triangle', 'Closed FAI Triangle']
  for (const ranking of [
    { name: 'Overall', rule: { ...common, choice: { best: 3 }, minimum: 5 } },
    { name: 'Triangles', rule: { ...common, choice: { best: 2 }, filter: { types: triangles } } },
    {
      name: 'Best of each site',
      rule: { ...common, choice: { best: 1 }, group: { by: 'takeoff', flights: 1 } },
    },
  ])
    await api('POST', `/seasons/${id}/rankings`, ranking)
  for (const enter of pilots) await enter('PUT', `/seasons/${id}/entry`, { displayName: 'full' })
  return id
}

/** The last of them uploads the newest flight of the first, too: a reviewer has to look at it. */
async function uploadAll(services: FlightServices, members: readonly Member[]): Promise<void> {
  const upload = async ({ userId }: Member, flight: DemoFlight) => {
    const { bytes } = simulateFlight(flight)
    await uploadFlight(services, userId, { bytes, fileName: `${flight.date}-XCT.igc`, options: {} })
  }
  for (const [index, member] of members.entries())
    for (const flight of clubFlights(services.now(), index, member.name)) await upload(member, flight)
  const copied = clubFlights(services.now(), 0, members[0]!.name).at(-1)
  if (copied) await upload(members.at(-1)!, { ...copied, pilot: members.at(-1)!.name })
}
