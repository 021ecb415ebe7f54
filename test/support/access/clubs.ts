// A club with one person in every role, and how each of them asks.
import assert from 'node:assert/strict'
import type { Club, ClubRole, CreatedClubInvitation } from '#contract/clubs/clubs.ts'
import type { Scope } from '#contract/scopes.ts'
import { bearer, createKey, createSignedInUser, type TestUser } from '#test/support/people.ts'
import type { TestServer } from '#test/support/server.ts'

export interface Clubber {
  readonly user: TestUser
  readonly headers: Record<string, string>
}

/** A test says itself what it expects of the body. */
export interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

let made = 0

export async function ask(
  server: TestServer,
  { headers }: Pick<Clubber, 'headers'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const prefix = 'authorization' in headers ? '/api/v1' : '/app/api'
  const answer = await server.fetch(`${prefix}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}

export async function withKey(server: TestServer, { user }: Clubber, scopes: Scope[]): Promise<Clubber> {
  return { user, headers: bearer(await createKey(server, user, scopes)) }
}

export async function foundClub(server: TestServer, owner: Clubber, settings: object = {}): Promise<Club> {
  const handle = `club-${++made}`
  const club = { name: `Club ${made}`, handle, country: 'CH', join: 'open', visible: 'public', ...settings }
  const { status, body } = await ask(server, owner, 'POST', '/clubs', club)
  assert.equal(status, 201, JSON.stringify(body))
  return body.data as Club
}

export async function invite(
  server: TestServer,
  owner: Clubber,
  club: Club,
  options: object = {},
): Promise<CreatedClubInvitation & { token: string }> {
  const { status, body } = await ask(server, owner, 'POST', `/clubs/${club.id}/invitations`, options)
  assert.equal(status, 201, JSON.stringify(body))
  return { ...body.data, token: body.data.url.split('/').at(-1) }
}

/** By an invitation, whatever the club. */
export async function enrol(
  server: TestServer,
  owner: Clubber,
  club: Club,
  person: Clubber,
): Promise<string> {
  const { token } = await invite(server, owner, club, { maxUses: 1 })
  const { status, body } = await ask(server, person, 'POST', '/clubs/invitations/accept', { token })
  assert.equal(status, 200, JSON.stringify(body))
  return findMemberId(server, person, club)
}

export async function findMemberId(server: TestServer, person: Clubber, { id }: Club): Promise<string> {
  const { sql } = server.services.db
  const [row] = await sql<{ id: string }>`
    select id from club_members where club_id = ${id} and user_id = ${person.user.id} and state = 'member'`
  return row?.id ?? ''
}

export type People = Record<ClubRole | 'stranger', Clubber>

export async function staff(
  server: TestServer,
  settings: object = {},
): Promise<{ club: Club; people: People }> {
  const names = ['owner', 'admin', 'reviewer', 'member', 'stranger'] as const
  const entries = await Promise.all(
    names.map(async (name) => [name, await createSignedInUser(server, `Ada ${name}`)] as const),
  )
  const people = Object.fromEntries(entries) as unknown as People
  const club = await foundClub(server, people.owner, settings)
  for (const role of ['admin', 'reviewer', 'member'] as const) {
    const memberId = await enrol(server, people.owner, club, people[role])
    if (role === 'member') continue
    const path = `/clubs/${club.id}/members/${memberId}`
    assert.equal((await ask(server, people.owner, 'PATCH', path, { role })).status, 204)
  }
  return { club, people }
}
