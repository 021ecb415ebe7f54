// A club for the samples: with a member, a request and an invitation, by the operation that names one of them.
import { keyScopes } from '#contract/scopes.ts'
import { ask, type Clubber, enrol, foundClub, invite } from '../access/clubs.ts'
import { createKey, createSignedInUser } from '../people.ts'
import type { TestServer } from '../server.ts'

interface Prepared {
  environment: Record<string, string>
  replace: Record<string, string>
}

const EXAMPLE_ID = '68f0a1b2c3d4e5f6a7b8c9d0'
const OTHER_ID = '68f0a1b2c3d4e5f6a7b8c9d1'
const EXAMPLE_TOKEN = '4fzyo82mvyr2K1aYpQd7Rw'

async function meet(server: TestServer, settings: object = {}) {
  const [owner, visitor] = [await createSignedInUser(server), await createSignedInUser(server)]
  const club = await foundClub(server, owner, settings)
  const prepare = async ({ user }: Clubber, replace: Record<string, string>): Promise<Prepared> => ({
    environment: { CLOUDSTREET_KEY: await createKey(server, user, [...keyScopes]) },
    replace: { [EXAMPLE_ID]: club.id, ...replace },
  })
  return { owner, visitor, club, prepare }
}

async function asOwner(server: TestServer): Promise<Prepared> {
  const { owner, prepare } = await meet(server)
  return prepare(owner, {})
}

async function withInvitation(server: TestServer): Promise<Prepared> {
  const { owner, visitor, club, prepare } = await meet(server)
  const { token } = await invite(server, owner, club)
  return prepare(visitor, { [EXAMPLE_TOKEN]: token })
}

export const clubPreparations: Record<string, (server: TestServer) => Promise<Prepared>> = {
  getClub: asOwner,
  changeClub: asOwner,
  joinClub: async (server) => {
    const { visitor, prepare } = await meet(server)
    return prepare(visitor, {})
  },
  changeClubMembership: asOwner,
  leaveClub: asOwner,
  listClubMembers: asOwner,
  removeClubMember: async (server) => {
    const { owner, visitor, club, prepare } = await meet(server)
    return prepare(owner, { [OTHER_ID]: await enrol(server, owner, club, visitor) })
  },
  approveClubRequest: async (server) => {
    const { owner, visitor, club, prepare } = await meet(server, { join: 'request' })
    await ask(server, visitor, 'PUT', `/clubs/${club.id}/membership`, {})
    const { body } = await ask(server, owner, 'GET', `/clubs/${club.id}/members?state=requested`)
    return prepare(owner, { [OTHER_ID]: (body as { data: { id: string }[] }).data[0]?.id ?? '' })
  },
  listClubInvitations: asOwner,
  createClubInvitation: asOwner,
  inviteByEmail: asOwner,
  endClubInvitation: async (server) => {
    const { owner, club, prepare } = await meet(server)
    return prepare(owner, { [OTHER_ID]: (await invite(server, owner, club)).id })
  },
  readClubInvitation: withInvitation,
  acceptClubInvitation: withInvitation,
}
