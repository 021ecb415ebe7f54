// Idempotency-Key where something is created by a small body: declared by an operation that it is a POST of the API whose one
// success is 201.
//
//   claimed   a row without an answer, written before anything is created: of requests at once one goes on
//   answered  the row has the answer, for a day
//   gone      the request was refused, and the key is free
//
// A process that ends in between leaves a claim for a day: nobody knows whether the thing was created, so none is made again.
import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { ErrorBody } from '#contract/errors.ts'
import { IdempotencyHeaders } from '#contract/values.ts'
import type { Services } from '#server/platform/services.ts'
import { ApiError } from '#server/platform/errors.ts'
import { openSealed, seal } from '#server/platform/secrets.ts'
import { keptSince } from '#server/platform/settings/retention.ts'
import type { Caller, Operation, RequestOf } from '../operations/operation.ts'
import { describeIdempotency, usedOtherwise } from './answer-once.ts'
import { answerClaim, dropClaim, findFirstAnswer, type IdempotencyKey, keepFirstAnswer } from './store.ts'

/** A row without an answer. */
const CLAIM = { status: 0, answer: '', flightId: '' }

type CreationServices = Pick<Services, 'db' | 'now' | 'config' | 'secrets'>
type Create = (caller: Caller, request: RequestOf<never>, reply: FastifyReply) => Promise<never>

export function withKeys(services: CreationServices, operations: readonly Operation[]): Operation[] {
  return operations.map((one) => (isCreation(one) ? takeKey(services, one) : one))
}

function isCreation({ route, doors, body, schema }: Operation): boolean {
  const successes = Object.keys(schema?.response ?? {}).filter((status) => status < '3')
  return doors.api !== undefined && !body && route.startsWith('POST ') && String(successes) === '201'
}

function takeKey(services: CreationServices, creation: Operation): Operation {
  const { route, schema } = creation
  const create = creation.handle as Create
  const handle: Create = async (caller, request, reply) => {
    const { 'idempotency-key': sent } = request.headers as { 'idempotency-key'?: string }
    const idempotency = describeIdempotency(caller, sent)
    if (!idempotency) return create(caller, request, reply)
    const { params, query, body } = request
    const requestHash = hash('sha256', JSON.stringify([route, params, query, body]))
    const key = { ...idempotency, ownerId: caller.userId, requestHash }
    // It may have a secret, like the first one.
    reply.header('cache-control', 'no-store')
    return answerOnce(services, key, async () => create(caller, request, reply))
  }
  const response = { 409: ErrorBody, ...schema?.response }
  return { ...creation, schema: { ...schema, headers: IdempotencyHeaders, response }, handle }
}

async function answerOnce(
  { db: { sql }, secrets, ...services }: CreationServices,
  key: IdempotencyKey,
  create: () => Promise<never>,
): Promise<never> {
  const moment = { nowMs: services.now(), sinceMs: keptSince(services, 'answers') }
  const sealing = { purpose: 'first-answer', id: JSON.stringify([key.caller, key.key]) }
  if (!(await keepFirstAnswer(sql, moment, key, CLAIM))) {
    const first = await findFirstAnswer(sql, moment.sinceMs, key)
    if (first && first.requestHash !== key.requestHash) throw usedOtherwise()
    // Without a row the other request was refused a moment ago.
    if (!first?.answer) throw underWay()
    return JSON.parse(openSealed(secrets, sealing, Buffer.from(first.answer, 'base64'))) as never
  }
  const answer: unknown = await create().catch(async (error: unknown) => {
    await dropClaim(sql, key)
    throw error
  })
  const sealed = Buffer.from(seal(secrets, sealing, JSON.stringify(answer))).toString('base64')
  await answerClaim(sql, key, sealed)
  return answer as never
}

const underWay = () =>
  new ApiError(
    409,
    'conflict',
    'The first request with this Idempotency-Key is under way, or was cut off. If this stays so, look whether what it creates is there, and take another key.',
  )
