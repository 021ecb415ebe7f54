// An operation on one season or ranking, with what all of them have in common: doors, what the caller sees of it, and who may.
import type { FastifyReply } from 'fastify'
import type { TSchema } from 'typebox'
import { RankingParams, SeasonParams } from '#contract/clubs/api.ts'
import {
  type AnswerOf,
  type Caller,
  type Operation,
  operation,
  type RequestOf,
  type Schema,
} from '#server/access/operations/operation.ts'
import { noSuchRanking, noSuchSeason } from './problems.ts'
import { requireRanking, requireSeason, type SeenRanking, type SeenSeason } from './season.ts'
import type { RankingServices } from './sources.ts'

export const tags = ['Rankings']
export const reading = { api: 'clubs:read', dashboard: 'session' } as const
export const writing = { api: 'clubs:manage', dashboard: 'session' } as const

interface OnOne<Seen, Params extends TSchema, Query extends TSchema, Body extends TSchema, Response>
  extends
    Pick<Schema, 'operationId' | 'summary' | 'description'>,
    Partial<Pick<Operation, 'doors' | 'noSuch' | 'options'>> {
  readonly params?: Params
  readonly querystring?: Query
  readonly body?: Body
  readonly response?: Response
  readonly widens?: (asked: { body: unknown }) => boolean
  /** Refuses others; without it, everyone who sees the season or ranking may. */
  readonly by?: (seen: SeenSeason) => void
  readonly work: (
    seen: Seen,
    asked: RequestOf<{ params: Params; querystring: Query; body: Body }>,
    caller: Caller,
    reply: FastifyReply,
  ) => Promise<AnswerOf<{ response: Response }> | FastifyReply | void>
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const onSeason = <Params extends TSchema, Query extends TSchema, Body extends TSchema, Response>(
  services: RankingServices,
  route: `${Method} /seasons/:id${string}`,
  declared: OnOne<SeenSeason, Params, Query, Body, Response>,
) =>
  declare(services, route, requireSeason, {
    noSuch: noSuchSeason,
    params: SeasonParams as never,
    ...declared,
  })

export const onRanking = <Params extends TSchema, Query extends TSchema, Body extends TSchema, Response>(
  services: RankingServices,
  route: `${Method} /rankings/:id${string}`,
  declared: OnOne<SeenRanking, Params, Query, Body, Response>,
) =>
  declare(services, route, requireRanking, {
    noSuch: noSuchRanking,
    params: RankingParams as never,
    ...declared,
  })

function declare<
  Seen extends SeenSeason,
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Response,
>(
  services: RankingServices,
  route: `${Method} /${string}`,
  find: (services: RankingServices, userId: string, id: string) => Promise<Seen>,
  declared: OnOne<Seen, Params, Query, Body, Response>,
): Operation {
  const { doors, noSuch, options, widens, by, work, ...schema } = declared
  return operation({
    route,
    doors: doors ?? (route.startsWith('GET') ? reading : writing),
    ...(noSuch && { noSuch }),
    ...(options && { options }),
    ...(widens && { widens }),
    schema: { tags, ...(schema as object) },
    handle: async (caller, request, reply) => {
      const seen = await find(services, caller.userId, (request.params as { id: string }).id)
      by?.(seen)
      return work(seen, request as never, caller, reply)
    },
  })
}
