// The settings page and its forms, without JavaScript: each form has its own address, says what it did, and comes back.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireFormToken, requireSameSite, requireSignIn } from '#server/access/session.ts'
import { ApiError } from '#server/platform/errors.ts'
import { readParameters } from '#server/platform/http/forms.ts'
import { html } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import {
  changeImage,
  changePassword,
  changeProfile,
  deleteAccount,
  dropImage,
  endSession,
  requestAddressChange,
} from './account.ts'
import type { AccountServices } from './account-services.ts'
import { listSignedInSessions, renewSession, sendExport } from './dashboard.ts'
import { type Notice, sendAccountPage } from './forms.ts'
import { acceptImages, readForm, readImageOf } from './image-upload.ts'
import { requireUser, toAccount } from './profile.ts'
import { FORM_PURPOSE, type Section, settingsBody } from './settings-view.ts'
import { deleteSessions } from './store.ts'
import { hiddenRoute, readQuery } from './sign-in/visitor.ts'

type Form = ReadonlyMap<string, string>
/** What a form does; the word for the notice that the page shows afterwards. */
type Action = (request: FastifyRequest, form: Form, reply: FastifyReply) => Promise<Done>

const doneTexts = {
  profile: 'Your profile is saved.',
  picture: 'Your picture is changed.',
  'picture-removed': 'Your picture is removed.',
  email: 'Your address is confirmed.',
  'email-changed': 'Your address is changed.',
  'email-sent': 'We have sent a link to the new address. It counts once you have opened it.',
  password: 'Your password is changed, and every other session is ended.',
  session: 'The session is ended.',
  sessions: 'Every other session is ended.',
} as const
type Done = keyof typeof doneTexts

const sectionOf: Record<Done, Section> = {
  profile: 'profile',
  picture: 'picture',
  'picture-removed': 'picture',
  email: 'email',
  'email-changed': 'email',
  'email-sent': 'email',
  password: 'password',
  session: 'sessions',
  sessions: 'sessions',
}

export function addSettingsPages(app: App, accounts: AccountServices): void {
  const signedIn = { ...hiddenRoute, onRequest: requireSignIn(accounts) }
  app.get('/settings', signedIn, async (request, reply) => {
    await renewSession(accounts, request, reply)
    const done = readQuery(request, 'done')
    if (done === undefined || !Object.hasOwn(doneTexts, done)) return sendSettings(accounts, request, reply)
    const notice: Notice = { kind: 'good', text: doneTexts[done as Done] }
    return sendSettings(accounts, request, reply, { section: sectionOf[done as Done], notice })
  })
  app.get('/settings/export', signedIn, async (request, reply) => sendExport(accounts, request, reply))

  for (const [section, path, action] of listActions(accounts)) {
    app.post(path, signedIn, async (request, reply) => {
      requireSameSite(accounts, request)
      const form = readParameters(request.body)
      requireFormToken(accounts, request.session, FORM_PURPOSE, form.get('form_token') ?? '')
      return answer(accounts, request, reply, section, () => action(request, form, reply))
    })
  }
  addPictureForm(app, accounts)
  addDeletionForm(app, accounts)
}

function listActions(accounts: AccountServices): [Section, string, Action][] {
  const { sql } = accounts.db
  return [
    ['profile', '/settings/profile', (request, form) => saveProfile(accounts, request, form)],
    [
      'picture',
      '/settings/picture/remove',
      async ({ session }) => {
        await dropImage(accounts, session.userId)
        return 'picture-removed'
      },
    ],
    [
      'email',
      '/settings/email',
      async (request, form) => {
        const [email, password] = [form.get('email') ?? '', form.get('password') ?? '']
        const outcome = await requestAddressChange(accounts, request, email, password)
        return outcome === 'sent' ? 'email-sent' : 'email-changed'
      },
    ],
    [
      'password',
      '/settings/password',
      async (request, form, reply) => {
        const [current, wanted] = [form.get('current_password') ?? '', form.get('new_password') ?? '']
        reply.header('set-cookie', await changePassword(accounts, request, current, wanted))
        return 'password'
      },
    ],
    [
      'sessions',
      '/settings/sessions/end',
      async ({ session }, form) => {
        await endSession(accounts, session, form.get('id') ?? '')
        return 'session'
      },
    ],
    [
      'sessions',
      '/settings/sessions/end-others',
      async ({ session }) => {
        await deleteSessions(sql, session.userId, session.id)
        return 'sessions'
      },
    ],
  ]
}

async function saveProfile(accounts: AccountServices, request: FastifyRequest, form: Form): Promise<Done> {
  const civlId = form.get('civl_id')?.trim()
  await changeProfile(accounts, request.session.userId, {
    name: form.get('name') ?? null,
    club: form.get('club') ?? null,
    civlId: civlId ? (/^\d{1,10}$/.test(civlId) ? Number(civlId) : Number.NaN) : null,
    publicProfile: form.get('public_profile') === 'on',
  })
  return 'profile'
}

/** A form with a file in it: its body is read by parsers of its own. */
function addPictureForm(app: App, accounts: AccountServices): void {
  void app.register(async (scope: App) => {
    acceptImages(scope)
    const options = { ...hiddenRoute, onRequest: requireSignIn(accounts), bodyLimit: 12_000_000 }
    scope.post('/settings/picture', options, async (request, reply) => {
      requireSameSite(accounts, request)
      const form = await readForm(request)
      const token = form.get('form_token')
      requireFormToken(accounts, request.session, FORM_PURPOSE, typeof token === 'string' ? token : '')
      return answer(accounts, request, reply, 'picture', async () => {
        await changeImage(accounts, request.session.userId, await readImageOf(form))
        return 'picture'
      })
    })
  })
}

function addDeletionForm(app: App, accounts: AccountServices): void {
  app.post(
    '/settings/delete',
    { ...hiddenRoute, onRequest: requireSignIn(accounts) },
    async (request, reply) => {
      requireSameSite(accounts, request)
      const form = readParameters(request.body)
      requireFormToken(accounts, request.session, FORM_PURPOSE, form.get('form_token') ?? '')
      try {
        reply.header('set-cookie', await deleteAccount(accounts, request, form.get('password') ?? ''))
      } catch (error) {
        return sendProblem(accounts, request, reply, 'delete', error)
      }
      const body = html`<h1>Your account is deleted</h1>
        <div class="card">
          <p>
            Your flights, files, keys, webhooks and everything else of yours are gone. Always happy landings.
          </p>
          <a class="button" href="/">Back to the start</a>
        </div>`
      return sendAccountPage(reply, { title: 'Your account is deleted', body })
    },
  )
}

/** Done: come back with a notice, so that reloading repeats nothing. Refused: the page again, saying why. */
async function answer(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  section: Section,
  action: () => Promise<Done>,
): Promise<FastifyReply> {
  try {
    const done = await action()
    return reply.redirect(`/settings?done=${done}#${section}`, 303)
  } catch (error) {
    return sendProblem(accounts, request, reply, section, error)
  }
}

async function sendProblem(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  section: Section,
  error: unknown,
): Promise<FastifyReply> {
  if (!(error instanceof ApiError) || error.status >= 500) throw error
  const notice: Notice = { kind: 'error', text: error.message }
  return sendSettings(accounts, request, reply.headers(error.headers), { section, notice }, error.status)
}

async function sendSettings(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  message?: { section: Section; notice: Notice },
  status = 200,
): Promise<FastifyReply> {
  const user = await requireUser(accounts.db.sql, request.session.userId)
  const body = settingsBody({
    accounts,
    session: request.session,
    account: toAccount(accounts.config, user),
    sessions: await listSignedInSessions(accounts, request),
    message,
  })
  return sendAccountPage(reply, { title: 'Settings', width: 'wide', body, status })
}
