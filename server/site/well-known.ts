// Documents under /.well-known for scanners, password managers and finders of weaknesses.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { notFound } from '#server/platform/errors.ts'

/** RFC 9116 2.5.5 recommends less than a year. */
const VALID_MS = 180 * DAY_MS

export function declareWellKnown({ config, now }: Services): Operation[] {
  return [
    // RFC 9116.
    operation({
      route: 'GET /.well-known/security.txt',
      doors: { public: 'none' },
      respond: async (_request, reply) => {
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
      },
    }),
    // https://w3c.github.io/webappsec-change-password-url/
    operation({
      route: 'GET /.well-known/change-password',
      doors: { public: 'none' },
      respond: async (_request, reply) => reply.redirect('/app/settings/security', 302),
    }),
  ]
}
