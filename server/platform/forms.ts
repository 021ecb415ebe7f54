// Form bodies arrive as URLSearchParams: the reader of the form decides about repeated fields.
import type { FastifyInstance } from 'fastify'
import { invalidRequest } from './errors.ts'

export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      const text = body as string
      if (!text.includes('%') || isWellEncoded(text)) done(null, new URLSearchParams(text))
      else done(invalidRequest('The form is not valid percent-encoding.'))
    },
  )
}

function isWellEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Each field at most once (RFC 6749 3.2: parameters must not be included more than once); empty ones are absent. */
export function readParameters(body: unknown): Map<string, string> {
  if (!(body instanceof URLSearchParams)) {
    throw invalidRequest('The body must be a form (Content-Type: application/x-www-form-urlencoded).')
  }
  const parameters = new Map<string, string>()
  const seen = new Set<string>()
  for (const [name, value] of body) {
    if (seen.has(name)) throw invalidRequest(`The parameter ${toPlainText(name)} is given more than once.`)
    seen.add(name)
    if (value !== '') parameters.set(name, value)
  }
  return parameters
}

/** What an error_description may hold (RFC 6749 5.2): printable ASCII without quotes and backslashes. */
function toPlainText(name: string): string {
  return name.slice(0, 50).replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?')
}
