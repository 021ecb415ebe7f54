// An operation on one club, with what all of them have in common: doors, transaction, and the roles that may.
import type { TSchema } from 'typebox'
import { ClubParams } from '#contract/clubs/clubs.ts'
import type { Doors } from '#server/access/operations/doors.ts'
import {
  type AnswerOf,
  type Operation,
  operation,
  type RequestOf,
  type Schema,
} from '#server/access/operations/operation.ts'
import type { ApiError } from '#server/platform/errors.ts'
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

/** A schema that is not given is `TSchema` itself, whose values are unknown. */
type Asked<Params, Query, Body> = RequestOf<{ params: Params; querystring: Query; body: Body }>

interface OnClub<Params extends TSchema, Query extends TSchema, Body extends TSchema, Response> extends Pick<
  Schema,
  'operationId' | 'summary' | 'description'
> {
  readonly params?: Params
  readonly querystring?: Query
  readonly body?: Body
  readonly response?: Response
  readonly doors?: Doors
  /** Without them, everyone who sees the club. */
  readonly roles?: Roles
  readonly noSuch?: () => ApiError
  readonly widens?: (asked: Asked<Params, Query, Body>) => boolean
  /** Finds another user than the one who acts, whose own row is changed. */
  readonly findUser?: (clubId: string, asked: Asked<Params, Query, Body>) => Promise<string | undefined>
  readonly work: (
    club: ClubWork,
    asked: Asked<Params, Query, Body>,
  ) => Promise<AnswerOf<{ response: Response }> | void>
}

/** A change is made in a transaction that holds the club. */
export function onClub<Params extends TSchema, Query extends TSchema, Body extends TSchema, Response>(
  services: ClubServices,
  route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /clubs/:id${string}`,
  declared: OnClub<Params, Query, Body, Response>,
): Operation {
  const { roles, noSuch = noSuchClub, widens, findUser, work, ...described } = declared
  const isReading = route.startsWith('GET')
  const { doors = isReading ? reading : writing, ...schema } = described
  return operation({
    route,
    doors,
    noSuch,
    ...(widens && { widens: (request) => widens(request as never) }),
    schema: { tags, params: ClubParams, ...(schema as object) },
    handle: async (caller, request) => {
      const asked = request as unknown as Asked<Params, Query, Body>
      const { id } = request.params as { id: string }
      const actor = toActor(caller, request)
      if (isReading) return work(await enterClub(services, services.db.sql, actor, id, { roles }), asked)
      const user = await findUser?.(id, asked)
      return inClub(services, actor, id, (club) => work(club, asked), { roles, user })
    },
  })
}
