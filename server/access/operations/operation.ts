// An operation is declared once: method, path, doors, body, schemas and what it does. Its routes follow, one for each door.
import type { FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { ErrorBody, RateLimitedBody } from '#contract/errors.ts'
import type { ApiError } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { refuseIdAs } from '#server/platform/http/problems.ts'
import type { BodyKind } from '../admission/admission.ts'
import { takeStreams } from '../admission/streams.ts'
import { describeRight, type Right } from '../bearer.ts'
import type { Credential } from '../credentials.ts'
import type { Session } from '../session.ts'
import { type DoorName, type Doors, type Hook, isRelative, prefixes } from './doors.ts'
import { requireDecided } from './fields.ts'
import { followProof, type Proved } from '../proof.ts'

/** The caller, by the door of the API or of the dashboard. */
export interface Caller {
  readonly userId: string
  /** Absent at the dashboard, where a user may do everything. */
  readonly credential?: Credential
  readonly session?: Session
  /** Where the operation asks a session for a recent proof; a credential was issued with one. */
  readonly proved?: Proved | undefined
}

/** Operations without an operationId are not part of the OpenAPI description. */
export interface Schema {
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly security?: object
  readonly consumes?: readonly string[]
  readonly params?: TSchema
  readonly querystring?: TSchema
  readonly headers?: TSchema
  readonly body?: TSchema | { readonly content: object }
  readonly response?: object
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Declared<S extends Schema> {
  /** Method and path; the path is below /api/v1 and /app/api for the doors that are there, else it is the whole. */
  readonly route: `${Method} /${string}`
  readonly doors: Doors
  /** Bodies beyond a small JSON or form. */
  readonly body?: BodyKind
  /** How bodies are read, where it is not as everywhere. */
  readonly parsing?: (scope: App) => void
  /** Further checks, once the caller is known and before the body is read. */
  readonly before?: readonly Hook[]
  /** Whether a request shows others more than before: a session is then asked for a recent proof (`access/widening.ts`). */
  readonly widens?: (request: RequestOf<S>) => boolean
  readonly schema?: S
  /** How a malformed id in the path is refused: it is the id of nothing. */
  readonly noSuch?: () => ApiError
  readonly options?: Pick<
    RouteOptions,
    'bodyLimit' | 'errorHandler' | 'exposeHeadRoute' | 'validatorCompiler'
  >
}

type PartOf<S, Name> = Name extends keyof S ? (S[Name] extends TSchema ? Static<S[Name]> : unknown) : unknown

/** The request, as the schemas have it. */
export type RequestOf<S> = FastifyRequest<{
  Params: PartOf<S, 'params'>
  Querystring: PartOf<S, 'querystring'>
  Headers: PartOf<S, 'headers'>
  Body: PartOf<S, 'body'>
}>

type Success = 200 | 201 | 202
export type AnswerOf<S> = S extends { readonly response: infer R }
  ? {
      [Status in keyof R]: Status extends Success
        ? R[Status] extends TSchema
          ? Static<R[Status]>
          : unknown
        : never
    }[keyof R]
  : unknown

type Handle<S, Answer = AnswerOf<S> | FastifyReply | void> = (
  caller: Caller,
  input: RequestOf<S>,
  reply: FastifyReply,
) => Answer | Promise<Answer>

type Respond<S> = (request: RequestOf<S>, reply: FastifyReply) => unknown

/** For the API and the dashboard `handle`, which knows its caller and gives an answer; for all else `respond`. */
type Declaration<S extends Schema> = Declared<S> &
  (
    | { readonly handle: Handle<S>; readonly respond?: never }
    | { readonly respond: Respond<S>; readonly handle?: never }
  )

export type Operation = Declared<Schema> & {
  readonly handle?: Handle<never>
  readonly respond?: Respond<never>
}

/** Checks what it says against its own schemas. */
export function operation<const S extends Schema>(declaration: Declaration<S>): Operation {
  return declaration as unknown as Operation
}

/** Operations that read their bodies in the same way share a scope of the framework. */
export function addOperations(app: App, operations: readonly Operation[]): void {
  const groups = Map.groupBy(operations, ({ body, parsing }) => parsing ?? (body && takeStreams))
  for (const [parsing, group] of groups) {
    if (!parsing) for (const one of group) addOperation(app, one)
    else
      void app.register(async (scope: App) => {
        parsing(scope)
        for (const one of group) addOperation(scope, one)
      })
  }
}

function addOperation(app: App, declared: Operation): void {
  requireDecided(declared)
  const { route, doors, body, before, widens, noSuch, options } = declared
  const [method = '', path = ''] = route.split(' ')
  for (const [door, asks] of Object.entries(doors) as [DoorName, Doors[DoorName]][]) {
    app.route({
      method,
      url: isRelative(door) ? `${prefixes[door]}${path}` : path,
      config: {
        doors: { [door]: asks },
        isOfContract: doors.api !== undefined,
        ...(body && { body }),
        ...(before && { before }),
        ...(widens && { widens: widens as never }),
      },
      schema: describe(door, asks, declared),
      handler: toHandler(door, declared) as never,
      ...(noSuch && { schemaErrorFormatter: refuseIdAs(noSuch) as never }),
      ...(options as object),
    })
  }
}

/** Only what the public doors offer is described; how a request is refused follows from the door and from what is asked. */
function describe(
  door: DoorName,
  asks: Doors[DoorName],
  { route, schema = {}, noSuch }: Operation,
): FastifySchema {
  if (door === 'dashboard' || schema.operationId === undefined)
    return { ...schema, hide: true } as FastifySchema
  if (door !== 'api' && door !== 'userInfo') return schema as FastifySchema
  const { security, isForAny } = describeRight(asks as Right)
  // A body that is none, or too large, is refused even where none is asked for.
  const mayHaveBody = !route.startsWith('GET ')
  const refusals = {
    ...((mayHaveBody || schema.querystring) && { 400: ErrorBody }),
    401: ErrorBody,
    ...(!isForAny && { 403: ErrorBody }),
    ...(noSuch && { 404: ErrorBody }),
    ...(mayHaveBody && { 413: ErrorBody }),
    429: RateLimitedBody,
  }
  return { security, ...schema, response: { ...refusals, ...schema.response } } as FastifySchema
}

function toHandler(door: DoorName, { route, respond, handle, schema }: Operation) {
  if (!handle) return respond
  if (!hasCaller.has(door)) throw new Error(`The door ${door} knows no caller: ${route} needs respond.`)
  const act = handle as unknown as Handle<Schema, unknown>
  const toCaller = door === 'dashboard' ? ofSession : ofCredential
  const [status = 200, ...others] = Object.keys(schema?.response ?? {})
    .map(Number)
    .filter(isSuccess)
  const isFixed = others.length === 0 && status !== 200
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const answer = await act(toCaller(request), request as RequestOf<Schema>, reply)
    // A reply that was awaited is undefined, too.
    if (reply.sent) return reply
    if (answer === undefined) return reply.code(204).send()
    if (isFixed) reply.code(status)
    return answer
  }
}

const hasCaller = new Set<DoorName>(['api', 'userInfo', 'dashboard'])
const isSuccess = (status: number) => status < 300
const ofSession = ({ session, proved }: FastifyRequest): Caller => ({
  userId: session.userId,
  session,
  proved,
})
const ofCredential = ({ credential }: FastifyRequest): Caller => ({
  userId: credential!.userId,
  credential: credential!,
  proved: followProof('credential'),
})
