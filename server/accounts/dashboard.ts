// The dashboard's endpoints for the account: profile, email and password, sessions, export, deletion.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { idParams } from '#contract/values.ts'
import {
  AccountChange,
  AccountDeletion,
  EmailChange,
  PasswordChange,
  type SignedInSession,
} from '#dashboard/account.ts'
import { byUser, recordByUser } from '#server/access/security-log/security-log.ts'
import { writePreferencesCookie } from '#server/platform/requests/preferences.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { toDay } from '#server/platform/time.ts'
import { changePassword, requestEmailChange, revokeOtherSessions, revokeSession } from './account.ts'
import type { AccountServices } from './account-services.ts'
import { describeUserAgent } from '#server/access/security-log/user-agent.ts'
import { deleteAccount } from './erasure.ts'
import { streamExport } from './export/export.ts'
import { changeImage, changeProfile, removeImage } from './profile/change-profile.ts'
import { readImage, takesPicture } from '#server/platform/pictures/square-upload.ts'
import { requireUser, toAccount } from './profile/profile.ts'
import { confirmIdentity, IdentityProofBody } from './proofs.ts'
import { findImage, listSessions } from './store.ts'

const noSession = () => notFound('There is no such session.')

export function declareAccountDashboard(accounts: AccountServices): Operation[] {
  return [
    ...declareAccount(accounts),
    ...declareSecurity(accounts),
    ...declareSessions(accounts),
    operation({
      route: 'POST /account/image',
      doors: { dashboard: 'session' },
      ...takesPicture,
      respond: async (request) => {
        await changeImage(accounts, request.session.userId, readImage(request))
        return readAccount(accounts, request)
      },
    }),
  ]
}

function declareAccount(accounts: AccountServices): Operation[] {
  return [
    operation({
      route: 'GET /account',
      doors: { dashboard: 'session' },
      respond: async (request, reply) => {
        await renewSession(accounts, request, reply)
        return readAccount(accounts, request)
      },
    }),
    operation({
      route: 'PATCH /account',
      doors: { dashboard: 'session' },
      widens: ({ body }) => body.publicProfile === true,
      schema: { body: AccountChange },
      respond: async (request, reply) => {
        const user = await changeProfile(accounts, request.session.userId, request.body, byUser(request))
        // Pages without a sign-in are read on this browser, too.
        reply.header('set-cookie', writePreferencesCookie(accounts.config.baseUrl, user))
        return toAccount(accounts.config, user)
      },
    }),
    operation({
      route: 'DELETE /account/image',
      doors: { dashboard: 'session' },
      respond: async (request) => {
        await removeImage(accounts, request.session.userId)
        return readAccount(accounts, request)
      },
    }),
    // Without HEAD: the framework would make the whole export to measure it.
    operation({
      route: 'GET /account/export',
      doors: { dashboard: 'recent' },
      options: { exposeHeadRoute: false },
      respond: async (request, reply) => sendExport(accounts, request, reply),
    }),
  ]
}

/**
 * Proofs of who is signed in, and what asks for the password each time, however recent the last proof: it could lock
 * the user out.
 */
function declareSecurity(accounts: AccountServices): Operation[] {
  return [
    operation({
      route: 'POST /account/confirm',
      doors: { dashboard: 'session' },
      schema: { body: IdentityProofBody },
      respond: async (request, reply) => {
        await confirmIdentity(accounts, request, request.body)
        return reply.code(204).send()
      },
    }),
    // Before a download, which cannot ask for a proof itself.
    operation({
      route: 'GET /account/proof',
      doors: { dashboard: 'recent' },
      respond: async (_request, reply) => reply.code(204).send(),
    }),
    operation({
      route: 'DELETE /account',
      doors: { dashboard: 'session' },
      schema: { body: AccountDeletion },
      respond: async (request, reply) => {
        const { cookie, isFinished } = await deleteAccount(accounts, request, request.body.password)
        return reply
          .code(isFinished ? 204 : 202)
          .header('set-cookie', cookie)
          .send()
      },
    }),
    operation({
      route: 'POST /account/password',
      doors: { dashboard: 'session' },
      schema: { body: PasswordChange },
      respond: async (request, reply) => {
        const { currentPassword, newPassword } = request.body
        const cookie = await changePassword(accounts, request, currentPassword, newPassword)
        return reply.code(204).header('set-cookie', cookie).send()
      },
    }),
    operation({
      route: 'POST /account/email',
      doors: { dashboard: 'session' },
      schema: { body: EmailChange },
      respond: async (request) => ({
        outcome: await requestEmailChange(accounts, request, request.body.email, request.body.password),
      }),
    }),
  ]
}

function declareSessions(accounts: AccountServices): Operation[] {
  return [
    operation({
      route: 'GET /sessions',
      doors: { dashboard: 'session' },
      respond: async (request) => ({
        items: await listSignedInSessions(accounts, request),
      }),
    }),
    operation({
      route: 'POST /sessions/end-others',
      doors: { dashboard: 'session' },
      respond: async (request) => ({
        ended: await revokeOtherSessions(accounts, request),
      }),
    }),
    operation({
      route: 'DELETE /sessions/:id',
      doors: { dashboard: 'session' },
      schema: { params: idParams('The session.') },
      noSuch: noSession,
      respond: async (request, reply) => {
        await revokeSession(accounts, request, request.params.id)
        return reply.code(204).send()
      },
    }),
  ]
}

async function readAccount({ config, db }: AccountServices, request: FastifyRequest) {
  return toAccount(config, await requireUser(db.sql, request.session.userId))
}

/** The dashboard loads the account first, so the cookie of a browser in use is renewed before it expires. */
async function renewSession(
  { auth }: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const cookie = await auth.renew(request.headers)
  if (cookie !== undefined) reply.header('set-cookie', cookie)
}

async function listSignedInSessions(
  { db, now }: AccountServices,
  request: FastifyRequest,
): Promise<SignedInSession[]> {
  const sessions = await listSessions(db.sql, request.session.userId, now())
  const items = sessions.map((session) => ({
    id: session.id,
    isCurrent: session.id === request.session.id,
    createdAt: session.created_at,
    lastSeenAt: session.updated_at,
    address: session.ip_address,
    browser: describeUserAgent(session.user_agent),
  }))
  return items.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

async function sendExport(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const day = toDay(accounts.now())
  const owner = { id: request.session.userId, email: request.session.email }
  const place = await accounts.exportGate.enter(owner.id, reply.raw)
  await accounts.db.transaction((sql) =>
    recordByUser(sql, accounts.now(), request, owner.id, 'account_exported'),
  )
  return reply
    .headers({
      'content-disposition': `attachment; filename="cloudstreet-${day}.zip"`,
      'cache-control': 'no-store',
    })
    .type('application/zip')
    .send(streamExport(accounts, owner, place))
}

/** Pictures are public, and named by their hash: a changed picture has another URL. */
export function declareImageFiles({ db }: Services): Operation[] {
  const noPicture = () => notFound('There is no such picture.')
  const schema = { params: Type.Object({ name: Type.String({ pattern: '^[a-f0-9]{64}\\.webp$' }) }) }
  return [
    operation({
      route: 'GET /images/:name',
      doors: { public: 'none' },
      schema,
      noSuch: noPicture,
      respond: async (request, reply) => {
        const hash = request.params.name.slice(0, 64)
        const bytes = await findImage(db.sql, hash)
        if (!bytes) throw noPicture()
        return reply
          .headers({ 'cache-control': 'public, max-age=31536000, immutable', etag: `"${hash}"` })
          .type('image/webp')
          .send(Buffer.from(bytes))
      },
    }),
  ]
}
