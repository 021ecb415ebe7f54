// Form bodies keep every field as it was sent: the reader of the form decides about repeated fields.
import type { FastifyInstance } from 'fastify'
import { invalidRequest } from '../errors.ts'

// Far more than any of our forms holds; parsing a larger one would block the event loop.
const MAX_FORM_BYTES = 65_536

export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => {
      const form = Form.read(body as string)
      if (form) done(null, form)
      else done(invalidRequest('The form is not validly percent-encoded.'))
    },
  )
}

/** Stricter than URLSearchParams, which ignores what it cannot decode, and cheaper. */
export class Form implements Iterable<readonly [name: string, value: string]> {
  private readonly fields: [name: string, value: string][] = []

  /** Undefined when it is not valid percent-encoding. */
  static read(text: string): Form | undefined {
    const form = new Form()
    try {
      for (const field of text.split('&')) if (field !== '') form.fields.push(readField(field))
      return form
    } catch {
      return undefined
    }
  }

  /** The first of this name. */
  get(name: string): string | undefined {
    return this.fields.find((field) => field[0] === name)?.[1]
  }

  getAll(name: string): string[] {
    return this.fields.filter((field) => field[0] === name).map((field) => field[1])
  }

  [Symbol.iterator](): Iterator<readonly [name: string, value: string]> {
    return this.fields[Symbol.iterator]()
  }
}

function readField(text: string): [name: string, value: string] {
  const equals = text.indexOf('=')
  if (equals === -1) return [decodeFormPart(text), '']
  return [decodeFormPart(text.slice(0, equals)), decodeFormPart(text.slice(equals + 1))]
}

/** Throws when it is not valid percent-encoding. */
export function decodeFormPart(text: string): string {
  const isPlain = !text.includes('%') && !text.includes('+')
  return isPlain ? text : decodeURIComponent(text.replaceAll('+', ' '))
}

/**
 * Each field at most once (RFC 6749 3.2: parameters must not be included more than once); empty ones are absent. Those that
 * may be repeated have their values in one text, separated by spaces.
 */
export function readParameters(
  body: unknown = new Form(),
  repeatable: readonly string[] = [],
): Map<string, string> {
  if (!(body instanceof Form)) {
    throw invalidRequest('The body must be a form (Content-Type: application/x-www-form-urlencoded).')
  }
  const parameters = new Map<string, string>()
  const empty: string[] = []
  for (const [name, value] of body) {
    const before = parameters.get(name)
    if (before !== undefined && !repeatable.includes(name)) {
      throw invalidRequest(`The parameter ${toPlainText(name)} is given more than once.`)
    }
    parameters.set(name, before === undefined ? value : `${before} ${value}`)
    if (parameters.get(name) === '') empty.push(name)
  }
  for (const name of empty) parameters.delete(name)
  return parameters
}

/** Characters that an error_description may hold (RFC 6749 5.2): printable ASCII without quotes and backslashes. */
function toPlainText(name: string): string {
  return name.slice(0, 50).replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?')
}
