// Pairing, as the Leaf's firmware does it: the device asks for a code, shows it, and asks until the pilot has allowed it.
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { toNetwork } from '#server/access/address.ts'
import { findRequestCredential } from '#server/access/bearer.ts'
import { readUserAgent } from '#server/access/security-log/user-agent.ts'
import { createDeviceToken } from '#server/access/devices/secret.ts'
import { createDevice, findDevice, toAccountLabel } from '#server/access/devices/store.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { createLimiter } from '#server/access/limits/limiter.ts'
import { revokeDevice } from '#server/access/revocation.ts'
import { describeRequest } from '#server/access/security-log/security-log.ts'
import { recordSecurityEvent } from '#server/access/security-log/store.ts'
import { ApiError, invalidRequest } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import type { Services } from '#server/platform/services.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import { createPairingCode, hashHandle, hashPairingCode } from './code.ts'
import { pollSchema, revokeSchema, startSchema } from './schemas.ts'
import { consume, describePairing, insertPairing } from './store.ts'

const LIFETIME_MS = 10 * MINUTE_MS
const MAX_BODY_BYTES = 4096
/** Per minute and address: a club house of instruments, each asking every three seconds. */
const MAX_STARTS = 20
const MAX_POLLS = 800
const HANDLE = /^[\w-]{43}$/

export function declarePairing(services: Services): Operation[] {
  const starts = createLimiter(services, 'pair-start', MAX_STARTS, 60)
  const polls = createLimiter(services, 'pair-poll', MAX_POLLS, 60)
  return [
    ...onBothPaths('/api/devices/pair/start', startSchema, async (request, reply) => {
      await starts.require(toNetwork(request.ip))
      return reply.send(await startPairing(services, request))
    }),
    ...onBothPaths('/api/devices/pair/poll', pollSchema, async (request, reply) => {
      await polls.require(toNetwork(request.ip))
      return reply.header('cache-control', 'no-store').send(await poll(services, request))
    }),
    ...onBothPaths('/api/devices/revoke-self', revokeSchema, async (request, reply) => {
      await polls.require(toNetwork(request.ip))
      await revokeSelf(services, request)
      return reply.send({ revoked: true })
    }),
  ]
}

type Respond = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** With and without a slash at the end; the description has it without. */
function onBothPaths(path: `/${string}`, schema: object, respond: Respond): Operation[] {
  const declared = { doors: { instrument: 'own' }, parsing: acceptAnyJson, respond } as const
  return [
    operation({ route: `POST ${path}`, ...declared, schema }),
    operation({ route: `POST ${path}/`, ...declared }),
  ]
}

/** Firmware names no Content-Type, or the wrong one, for a body that may be empty. */
function acceptAnyJson(scope: App): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser<string>(
    '*',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    (_request, body, done) => {
      try {
        done(null, body === '' ? {} : JSON.parse(body))
      } catch {
        done(invalidRequest('The body is not valid JSON.'))
      }
    },
  )
}

async function startPairing({ db, now }: Services, request: FastifyRequest): Promise<object> {
  const handle = randomBytes(32).toString('base64url')
  const expiresAt = now() + LIFETIME_MS
  const pairing = {
    handleHash: hashHandle(handle),
    address: request.ip,
    userAgent: readUserAgent(request),
    expiresAt,
  }
  for (;;) {
    const code = createPairingCode()
    const isFree = await db.transaction((sql) =>
      insertPairing(sql, now(), { ...pairing, codeHash: hashPairingCode(code) }),
    )
    if (isFree) return { code, pollHandle: handle, expiresAt: new Date(expiresAt).toISOString() }
  }
}

/** The token is made when it is taken: it is stored nowhere but as a hash. */
async function poll({ db, now }: Services, { body }: FastifyRequest): Promise<object> {
  const { pollHandle } = (body ?? {}) as { pollHandle?: unknown }
  if (typeof pollHandle !== 'string' || !HANDLE.test(pollHandle))
    throw invalidRequest('pollHandle must be what pair/start has answered.')
  const handleHash = hashHandle(pollHandle)
  const given = await db.transaction(async (sql) => {
    const consumed = await consume(sql, now(), handleHash)
    if (!consumed) return undefined
    const token = createDeviceToken()
    const { claim, proved } = consumed
    await createDevice(sql, now(), { ...claim, token }, proved)
    return { token, account: toAccountLabel(claim.userId) }
  })
  if (given) return { status: 'claimed', ...given }
  return { status: await describePairing(db.sql, now(), handleHash) }
}

async function revokeSelf(services: Services, request: FastifyRequest): Promise<void> {
  const credential = await findRequestCredential(services, request)
  if (credential?.kind !== 'device')
    throw new ApiError(401, 'invalid_token', 'The token is unknown or revoked.')
  const { id, userId } = credential
  await services.db.transaction(async (sql) => {
    const subject = (await findDevice(sql, userId, id))?.name
    await revokeDevice(sql, services.now(), userId, id)
    const by = { actor: 'user', ...describeRequest(request) } as const
    await recordSecurityEvent(sql, services.now(), { ...by, userId, kind: 'device_removed', subject })
  })
}
