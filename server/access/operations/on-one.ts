// Operations on one thing of a feature, which is found first by the id in the path: what all of them have in common is said once.
import type { FastifyReply } from 'fastify'
import type { TSchema } from 'typebox'
import type { ApiError } from '#server/platform/errors.ts'
import type { Doors } from './doors.ts'
import {
  type AnswerOf,
  type Caller,
  type Operation,
  operation,
  type RequestOf,
  type Schema,
} from './operation.ts'

/** A schema that is not given is `TSchema` itself, whose values are unknown. */
type Asked<Params, Query, Body> = RequestOf<{ params: Params; querystring: Query; body: Body }>

interface Declared<Seen, Params extends TSchema, Query extends TSchema, Body extends TSchema, Response>
  extends
    Pick<Schema, 'operationId' | 'summary' | 'description'>,
    Partial<Pick<Operation, 'doors' | 'noSuch' | 'options'>> {
  readonly params?: Params
  readonly querystring?: Query
  readonly body?: Body
  readonly response?: Response
  readonly widens?: (asked: Asked<Params, Query, Body>) => boolean
  readonly work: (
    seen: Seen,
    asked: Asked<Params, Query, Body>,
    caller: Caller,
    reply: FastifyReply,
  ) => Promise<AnswerOf<{ response: Response }> | FastifyReply | void>
}

interface Common<Services, Seen, Further> {
  readonly tags: readonly string[]
  readonly params: TSchema
  readonly noSuch: () => ApiError
  readonly reading: Doors
  readonly writing: Doors
  /** Finds the thing, refuses those who may not, and does the work with it. */
  readonly run: (
    services: Services,
    caller: Caller,
    request: RequestOf<Schema> & { params: { id: string } },
    further: Further,
    work: (seen: Seen) => Promise<unknown>,
  ) => Promise<unknown>
}

/** `Further` is what an operation says besides, for `run`. */
export const onOne =
  <Services, Seen, Further>(common: Common<Services, Seen, Further>) =>
  <Params extends TSchema, Query extends TSchema, Body extends TSchema, Response>(
    services: Services,
    route: Operation['route'],
    declared: Declared<Seen, Params, Query, Body, Response> & Further,
  ): Operation => {
    const { operationId, summary, description, params = common.params, work } = declared
    const { querystring, body, response, doors, widens, options, noSuch = common.noSuch } = declared
    const isReading = route.startsWith('GET')
    const schema = {
      operationId,
      summary,
      description,
      querystring,
      body,
      response,
      params,
      tags: common.tags,
    }
    const given = Object.entries(schema).filter(([, value]) => value !== undefined)
    return operation({
      route,
      doors: doors ?? (isReading ? common.reading : common.writing),
      noSuch,
      ...(widens && { widens: widens as never }),
      ...(options && { options }),
      schema: Object.fromEntries(given),
      handle: (caller, request, reply) =>
        common.run(services, caller, request as never, declared, (seen) =>
          work(seen, request as never, caller, reply),
        ) as never,
    })
  }
