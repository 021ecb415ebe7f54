// One service with one pilot in it, at a time that stands still between requests.
import { followProof } from '#server/access/proof.ts'
import { sealCredential } from '#server/forwards/credential.ts'
import { kinds } from '#server/forwards/kinds/kinds.ts'
import { createBoxKind } from '../forwards/box.ts'
import { insertForwards } from '#server/forwards/forwards-store.ts'
import { insertDestination } from '#server/forwards/store.ts'
import { scopes, type Scope, keyScopes } from '#contract/scopes.ts'
import { issueCredential } from '../access/issuing.ts'
import { insertTakeoff } from '#server/flights/takeoffs/store.ts'
import { createId } from '#server/platform/ids.ts'
import type { App } from '#server/platform/http/http.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { addDevice, type TestDevice } from '../devices.ts'
import { makeFlight } from '../flights.ts'
import { obtainTokens, registerApplication, type TestApplication } from '../oauth.ts'
import { bearer, createKey, signIn, type TestUser } from '../people.ts'
import { startServer, type TestServer, type TestServerOptions } from '../server.ts'
import { simple } from '../rankings/entries.ts'
import { terms } from '../rankings/league.ts'
import { onLoopback } from '../webhooks.ts'

const STARTS_AT = Date.UTC(2026, 6, 1, 8)
const NOWHERE = 'http://127.0.0.1:9/'
const METRES_PER_DEGREE = 111_195

/** A private launch that the pilot is curious about. */
export const SECRET = { latitude: 43.9312, longitude: 6.4127 } as const
/** Where everybody has launched once: a pilot of one place alone is not established. */
const ELSEWHERE = { latitude: 45.31, longitude: 7.12 } as const
const SITE = { latitude: 43.9512, longitude: 6.4127 } as const

const environment = {
  ...onLoopback,
  FORWARD_ALLOW_PRIVATE: 'true',
  METRICS_TOKEN: 'only-the-operator-knows-this',
  VALIDATION_URL: 'http://127.0.0.1:9',
  // Without mail a sign-up has to say at once whether the address is taken.
  SMTP_URL: 'smtp://127.0.0.1:9',
  CLOUDSTREET_SECRET: 'the same secret in the one world and the other',
  // High enough for the sweep; the headers that count down are compared.
  RATE_LIMIT_REQUESTS: '100000',
  RATE_LIMIT_UPLOADS: '100000',
  RATE_LIMIT_OAUTH: '100000',
  RATE_LIMIT_SIGN_IN: '100000',
}

export interface Person {
  user: TestUser
  session: { cookie: string; origin: string }
  /** Of an access token with every scope. */
  headers: { authorization: string }
  key: string
  device: TestDevice
  application: TestApplication
  /** Of the application, for the person. */
  tokens: { access: string; refresh: string }
}

export interface World {
  server: TestServer
  pilot: Person
  /** Every route that is declared. */
  routes: App['declared']
}

export async function startWorld(
  context: Parameters<typeof startServer>[0],
  addRoutes?: TestServerOptions['addRoutes'],
): Promise<World> {
  kinds.fittrackee = createBoxKind()
  context.after(() => {
    delete kinds.fittrackee
    return Promise.resolve()
  })
  let routes: App['declared'] = []
  const server = await startServer(context, {
    startsAt: STARTS_AT,
    isClockStill: true,
    environment,
    addRoutes: (app, services) => {
      addRoutes?.(app, services)
      routes = app.declared
    },
  })
  const { sql } = server.services.db
  await insertTakeoff(sql, server.services.now(), {
    ...SITE,
    id: 'f'.repeat(24),
    name: 'Listed Site',
    country: 'FR',
    sourceId: 'list:1',
    madeBy: null,
  })
  const pilot = await settle(server, 'Paula Pilot')
  // A second account of the same curious person, with a public flight: with a third one there would be three.
  const companion = await settle(server, 'Carl Companion')
  await fly(server, companion, 900, place(0.05, 90), 'public')
  // Entries of the security log are then in order.
  server.advance(1000)
  await meet(server, pilot, companion, CLUB)
  // Ids of the stranger are later than all of these: how two of one millisecond compare is chance.
  server.advance(60_000)
  return { server, pilot, routes }
}

/** An established pilot: an old account with a confirmed email, who has flown elsewhere, too. */
export async function settle(server: TestServer, name: string): Promise<Person> {
  const { services } = server
  const { sql } = services.db
  const since = services.now() - 60 * DAY_MS
  const email = `${name.split(' ')[0]!.toLowerCase()}@example.org`
  const user = { id: createId(since), email }
  await sql`
    insert into users (id, email, name, created_at, updated_at) values (${user.id}, ${email}, ${name}, ${since}, ${since})`
  const session = await signIn(server, user)
  const application = await registerApplication(server, { owner: user, name: `Tracker of ${name}` })
  const tokens = await obtainTokens(server, application, { headers: session })
  const all = Object.keys(scopes) as Scope[]
  const person: Person = {
    user,
    session,
    headers: bearer(await issue(server, user, all)),
    key: await createKey(server, user, [...keyScopes]),
    device: await addDevice(server, user),
    application,
    tokens: { access: tokens.access_token, refresh: tokens.refresh_token ?? '' },
  }
  await forwardTo(server, person, await fly(server, person, 901, ELSEWHERE, 'private'))
  return person
}

/** A destination with a flight, at a service that is not there. */
async function forwardTo({ services }: TestServer, { user }: Person, flightId: string): Promise<void> {
  const { db, now } = services
  const id = createId(now())
  const row = {
    id,
    userId: user.id,
    kind: 'fittrackee',
    label: 'Workouts',
    settings: { url: NOWHERE },
    filter: {},
  } as const
  const credential = sealCredential(services.secrets, id, { password: user.id })
  await insertDestination(db.sql, now(), { ...row, credential }, 20, followProof('operator'))
  const forward = { destinationId: id, flightId, isBackfill: false, dueAt: now(), usefulUntil: now() }
  await insertForwards(db.sql, now(), [forward])
}

const CLUB = { name: 'Club', handle: 'club', country: 'FR', join: 'request', visible: 'public' }

/** A club with a season, an invitation to it, and somebody who asks to join. */
export async function meet(
  server: TestServer,
  owner: Person,
  other: Person | undefined,
  club: object,
): Promise<void> {
  const send = async ({ session }: Person, method: string, path: string, body: object) => {
    const headers = { ...session, 'content-type': 'application/json' }
    const response = await server.fetch(path, { method, headers, body: JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return (JSON.parse(text) as { data: { id: string } }).data
  }
  const { id } = await send(owner, 'POST', '/app/api/clubs', club)
  await send(owner, 'POST', `/app/api/clubs/${id}/invitations`, {})
  if (other) await send(other, 'PUT', `/app/api/clubs/${id}/membership`, {})
  const season = await send(owner, 'POST', '/app/api/seasons', { clubId: id, name: 'Season', terms })
  for (const audience of ['public', 'members'])
    await send(owner, 'POST', `/app/api/seasons/${season.id}/rankings`, {
      name: audience,
      rule: { ...simple, audience },
    })
  await send(owner, 'PUT', `/app/api/seasons/${season.id}/entry`, { displayName: 'full' })
}

async function issue({ services }: TestServer, user: TestUser, all: Scope[]): Promise<string> {
  const wanted = { kind: 'access_token', userId: user.id, scopes: all } as const
  return (await issueCredential(services.db.sql, services.now(), wanted)).secret
}

export interface Point {
  latitude: number
  longitude: number
}

/** A point that far from the secret launch. */
export function place(km: number, bearing: number): Point {
  const north = (1000 * km * Math.cos((bearing * Math.PI) / 180)) / METRES_PER_DEGREE
  const east = (1000 * km * Math.sin((bearing * Math.PI) / 180)) / METRES_PER_DEGREE
  const shrink = Math.cos((SECRET.latitude * Math.PI) / 180)
  return { latitude: SECRET.latitude + north, longitude: SECRET.longitude + east / shrink }
}

/** The same seed and place make the same bytes; no two seeds overlap in time. */
export function record(seed: number, at: Point): Uint8Array {
  const date = new Date(Date.UTC(2026, 0, 1 + (seed % 150))).toISOString().slice(0, 10)
  return makeFlight(seed, { ...at, date, taskKm: 3 })
}

export async function fly(
  server: TestServer,
  person: Pick<Person, 'headers'>,
  seed: number,
  at: Point,
  visibility: 'private' | 'unlisted' | 'public',
): Promise<string> {
  const headers = {
    ...person.headers,
    'content-type': 'application/octet-stream',
    'idempotency-key': `flight-${seed}`,
  }
  const body = record(seed, at) as BodyInit
  const response = await server.fetch('/api/v1/flights/upload', { method: 'POST', headers, body })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`${response.status} ${text}`)
  const { id } = (JSON.parse(text) as { data: { id: string } }).data
  const change = { ...person.headers, 'content-type': 'application/json' }
  if (visibility !== 'private')
    await server.fetch(`/api/v1/flights/${id}`, {
      method: 'PATCH',
      headers: change,
      body: JSON.stringify({ visibility }),
    })
  return id
}

/** Everything that a path may name, by the person whose it is, oldest first. */
export type Ids = Record<Kind, string[]>
export type Kind =
  | 'flights'
  | 'hashes'
  | 'photos'
  | 'gliders'
  | 'zones'
  | 'imports'
  | 'airspaceFiles'
  | 'webhooks'
  | 'deliveries'
  | 'destinations'
  | 'forwards'
  | 'applications'
  | 'connections'
  | 'keys'
  | 'devices'
  | 'sessions'
  | 'passkeys'
  | 'takeoffs'
  | 'clubs'
  | 'clubMembers'
  | 'clubInvitations'
  | 'seasons'
  | 'rankings'
  | 'seasonPilots'

export async function listIds({ services }: TestServer, { user }: Pick<Person, 'user'>): Promise<Ids> {
  const { sql } = services.db
  const of = async (rows: Promise<{ id: string }[]>) => (await rows).map(({ id }) => id)
  const { id } = user
  return {
    flights: await of(sql`select id from flights where owner_id = ${id} order by id`),
    hashes: await of(sql`select hash as id from flights where owner_id = ${id} order by flights.id`),
    photos: await of(
      sql`select p.photo_id as id from photo_files p join flights f on f.id = p.flight_id where f.owner_id = ${id} order by f.id, p.hash`,
    ),
    gliders: await of(sql`select id from gliders where owner_id = ${id} order by id`),
    zones: await of(sql`select id from privacy_zones where user_id = ${id} order by id`),
    imports: await of(sql`select id from imports where owner_id = ${id} order by id`),
    airspaceFiles: await of(sql`select id from airspace_files where owner_id = ${id} order by id`),
    webhooks: await of(sql`select id from webhooks where user_id = ${id} order by id`),
    deliveries: await of(sql`select id from deliveries where user_id = ${id} order by id`),
    destinations: await of(sql`select id from destinations where user_id = ${id} order by id`),
    forwards: await of(
      sql`select f.id from forwards f join destinations d on d.id = f.destination_id where d.user_id = ${id} order by f.id`,
    ),
    applications: await of(sql`select id from applications where owner_id = ${id} order by id`),
    connections: await of(
      sql`select application_id as id from consents where user_id = ${id} and revoked_at is null order by application_id`,
    ),
    keys: await of(sql`select id from credentials where user_id = ${id} and kind = 'key' order by id`),
    devices: await of(sql`select id from credentials where user_id = ${id} and kind = 'device' order by id`),
    sessions: await of(sql`select id from sessions where user_id = ${id} order by id`),
    passkeys: await of(sql`select id from passkeys where user_id = ${id} order by id`),
    clubs: await of(sql`select id from clubs where created_by = ${id} order by id desc`),
    clubMembers: await of(
      sql`select m.id from club_members m join clubs c on c.id = m.club_id where c.created_by = ${id} and m.user_id <> ${id} and m.state in ('member', 'requested') order by m.id`,
    ),
    seasons: await of(
      sql`select s.id from seasons s join clubs c on c.id = s.club_id where c.created_by = ${id} order by s.id`,
    ),
    rankings: await of(
      sql`select r.id from rankings r join seasons s on s.id = r.season_id join clubs c on c.id = s.club_id where c.created_by = ${id} order by r.id`,
    ),
    seasonPilots: await of(sql`select id from ranking_entries where user_id = ${id} order by id`),
    clubInvitations: await of(
      sql`select id from club_members where approved_by = ${id} and state = 'invited' order by club_id, id`,
    ),
    takeoffs: await of(
      sql`select t.id from takeoffs t join takeoff_pilots p on p.takeoff_id = t.id where p.user_id = ${id} order by t.id`,
    ),
  }
}
