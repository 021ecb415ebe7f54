// The dashboard's endpoints for the account: profile, email and password, sessions, export, deletion.
import { SESSION } from '#server/access/proof.ts'
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
import { byUser } from '#server/access/security-log/security-log.ts'
import { recordSecurityEvent } from '#server/access/security-log/store.ts'
import { requireRecentProof, requireSession } from '#server/access/session.ts'
import type { App } from '#server/platform/http/http.ts'
import { writePreferencesCookie } from '#server/platform/requests/preferences.ts'
import { refuseIdAs } from '#server/platform/http/problems.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { toDay } from '#server/platform/time.ts'
import { changePassword, requestEmailChange, revokeOtherSessions, revokeSession } from './account.ts'
import type { AccountServices } from './account-services.ts'
import { describeUserAgent } from '#server/access/security-log/user-agent.ts'
import { deleteAccount } from './erasure.ts'
import { streamExport } from './export/export.ts'
import { changeImage, changeProfile, removeImage } from './profile/change-profile.ts'
import { acceptImages, readImage } from './profile/image-upload.ts'
import { requireUser, toAccount } from './profile/profile.ts'
import { confirmIdentity, IdentityProofBody } from './proofs.ts'
import { findImage, listSessions } from './store.ts'

const noSession = () => notFound('There is no such session.')

/**
 * Far above MAX_IMAGE_BYTES: a photo straight from a camera is read to its end and refused with a sentence. A browser
 * whose upload is cut off would only report a network error.
 */
const MAX_IMAGE_BODY_BYTES = 12_000_000

export async function addAccountDashboard(app: App, accounts: AccountServices): Promise<void> {
  await app.register(async (scope: App) => {
    scope.addHook('onRequest', requireSession(accounts))
    addAccount(scope, accounts)
    addSecurity(scope, accounts)
    addSessions(scope, accounts)
    acceptImages(scope)
    const config = { ...SESSION, body: 'upload' } as const
    const image = { config, schema: { hide: true }, bodyLimit: MAX_IMAGE_BODY_BYTES }
    scope.post('/app/api/account/image', image, async (request) => {
      await changeImage(accounts, request.session.userId, await readImage(request))
      return readAccount(accounts, request)
    })
  })
}

function addAccount(scope: App, accounts: AccountServices): void {
  const hidden = { schema: { hide: true } }
  scope.get('/app/api/account', hidden, async (request, reply) => {
    await renewSession(accounts, request, reply)
    return readAccount(accounts, request)
  })
  scope.patch(
    '/app/api/account',
    { config: SESSION, schema: { hide: true, body: AccountChange } },
    async (request, reply) => {
      const user = await changeProfile(accounts, request.session.userId, request.body)
      // Pages without a sign-in are read on this browser, too.
      reply.header('set-cookie', writePreferencesCookie(accounts.config.baseUrl, user))
      return toAccount(accounts.config, user)
    },
  )
  scope.delete('/app/api/account/image', { ...hidden, config: SESSION }, async (request) => {
    await removeImage(accounts, request.session.userId)
    return readAccount(accounts, request)
  })
  // Without HEAD: the framework would make the whole export to measure it.
  const proved = { ...hidden, onRequest: requireRecentProof(accounts), exposeHeadRoute: false }
  scope.get('/app/api/account/export', proved, async (request, reply) => sendExport(accounts, request, reply))
}

/**
 * Proofs of who is signed in, and what asks for the password each time, however recent the last proof: it could lock
 * the user out.
 */
function addSecurity(scope: App, accounts: AccountServices): void {
  const confirmation = { config: SESSION, schema: { hide: true, body: IdentityProofBody } }
  scope.post('/app/api/account/confirm', confirmation, async (request, reply) => {
    await confirmIdentity(accounts, request, request.body)
    return reply.code(204).send()
  })
  // Before a download, which cannot ask for a proof itself.
  const proved = { schema: { hide: true }, onRequest: requireRecentProof(accounts) }
  scope.get('/app/api/account/proof', proved, async (_request, reply) => reply.code(204).send())
  const deletion = { config: SESSION, schema: { hide: true, body: AccountDeletion } }
  scope.delete('/app/api/account', deletion, async (request, reply) => {
    const { cookie, isFinished } = await deleteAccount(accounts, request, request.body.password)
    return reply
      .code(isFinished ? 204 : 202)
      .header('set-cookie', cookie)
      .send()
  })
  const password = { config: SESSION, schema: { hide: true, body: PasswordChange } }
  scope.post('/app/api/account/password', password, async (request, reply) => {
    const { currentPassword, newPassword } = request.body
    const cookie = await changePassword(accounts, request, currentPassword, newPassword)
    return reply.code(204).header('set-cookie', cookie).send()
  })
  const email = { config: SESSION, schema: { hide: true, body: EmailChange } }
  scope.post('/app/api/account/email', email, async (request) => ({
    outcome: await requestEmailChange(accounts, request, request.body.email, request.body.password),
  }))
}

function addSessions(scope: App, accounts: AccountServices): void {
  const hidden = { schema: { hide: true } }
  scope.get('/app/api/sessions', hidden, async (request) => ({
    items: await listSignedInSessions(accounts, request),
  }))
  scope.post('/app/api/sessions/end-others', { ...hidden, config: SESSION }, async (request) => ({
    ended: await revokeOtherSessions(accounts, request),
  }))
  const one = {
    config: SESSION,
    schema: { hide: true, params: idParams('The session.') },
    schemaErrorFormatter: refuseIdAs(noSession),
  }
  scope.delete('/app/api/sessions/:id', one, async (request, reply) => {
    await revokeSession(accounts, request, request.params.id)
    return reply.code(204).send()
  })
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
  const event = { ...byUser(request), userId: owner.id, kind: 'account_exported' } as const
  await accounts.db.transaction((sql) => recordSecurityEvent(sql, accounts.now(), event))
  return reply
    .headers({
      'content-disposition': `attachment; filename="cloudstreet-${day}.zip"`,
      'cache-control': 'no-store',
    })
    .type('application/zip')
    .send(streamExport(accounts, owner, place))
}

/** Pictures are public, and named by their hash: a changed picture has another URL. */
export function addImageFiles(app: App, { db }: Services): void {
  const noPicture = () => notFound('There is no such picture.')
  const options = {
    schema: { hide: true, params: Type.Object({ name: Type.String({ pattern: '^[a-f0-9]{64}\\.webp$' }) }) },
    schemaErrorFormatter: refuseIdAs(noPicture),
  }
  app.get('/images/:name', options, async (request, reply) => {
    const hash = request.params.name.slice(0, 64)
    const bytes = await findImage(db.sql, hash)
    if (!bytes) throw noPicture()
    return reply
      .headers({ 'cache-control': 'public, max-age=31536000, immutable', etag: `"${hash}"` })
      .type('image/webp')
      .send(Buffer.from(bytes))
  })
}
