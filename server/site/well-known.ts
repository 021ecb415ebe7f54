// What scanners, password managers and finders of weaknesses look for under /.well-known.
import type { App } from '#server/platform/http/http.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { notFound } from '#server/platform/errors.ts'

const hidden = { schema: { hide: true } }
/** RFC 9116 2.5.5 recommends less than a year. */
const VALID_MS = 180 * DAY_MS

export function addWellKnownRoutes(app: App, { config, now }: Services): void {
  // RFC 9116.
  app.get('/.well-known/security.txt', hidden, async (_request, reply) => {
    const { baseUrl, securityContact } = config
    if (securityContact === undefined)
      throw notFound('The operator has named no contact for security reports.')
    const contact = /^[a-z]+:/i.test(securityContact) ? securityContact : `mailto:${securityContact}`
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(now() + VALID_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${baseUrl}/.well-known/security.txt`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })

  // https://w3c.github.io/webappsec-change-password-url/
  app.get('/.well-known/change-password', hidden, async (_request, reply) =>
    reply.redirect('/app/account/sessions', 302),
  )
}
