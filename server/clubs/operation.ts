// An operation on one club: a change is made in a transaction that holds the club, by those whose role allows it.
import { ClubParams } from '#contract/clubs/clubs.ts'
import { onOne } from '#server/access/operations/on-one.ts'
import {
  type ClubServices,
  type ClubWork,
  enterClub,
  inClub,
  noSuchClub,
  type Roles,
  toActor,
} from './club.ts'

export const tags = ['Clubs']
export const reading = { api: 'clubs:read', dashboard: 'session' } as const
export const writing = { api: 'clubs:manage', dashboard: 'session' } as const

interface Allowed {
  /** Without them, everyone who sees the club. */
  readonly roles?: Roles
  /** Finds another user than the one who acts, whose own row is changed, by the id in the path. */
  readonly findUser?: (clubId: string, memberId: string) => Promise<string | undefined>
}

export const onClub = onOne<ClubServices, ClubWork, Allowed>({
  tags,
  reading,
  writing,
  params: ClubParams,
  noSuch: noSuchClub,
  run: async (services, caller, request, { roles, findUser }, work) => {
    const { id, memberId = '' } = request.params as { id: string; memberId?: string }
    const actor = toActor(caller, request)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return inClub(services, actor, id, work, { roles, user: await findUser?.(id, memberId) })
    return work(await enterClub(services, services.db.sql, actor, id, { roles }))
  },
})
