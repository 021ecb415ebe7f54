// Pages that need no JavaScript: sign-up, sign-in, forgotten password, verification.
import { requireSameSite, requireSignIn, type SessionServices } from '#server/access/session.ts'
import { html, sendPage } from '#server/platform/html.ts'
import type { App } from '#server/platform/http.ts'
import { type Auth, toAuthHeaders } from './auth.ts'

export function addAccountPages(app: App, services: SessionServices, auth: Auth): void {
  const hidden = { schema: { hide: true } }
  app.post('/sign-out', hidden, async (request, reply) => {
    requireSameSite(services, request)
    const { headers } = await auth.api.signOut({ headers: toAuthHeaders(request), returnHeaders: true })
    return reply.header('set-cookie', headers.getSetCookie()).redirect('/sign-in', 303)
  })
  app.get('/settings', { ...hidden, onRequest: requireSignIn(services) }, async (request, reply) =>
    sendPage(reply, {
      title: 'Settings',
      body: html`<h1>Settings</h1>
        <p>${request.session.email}</p>`,
    }),
  )
}
