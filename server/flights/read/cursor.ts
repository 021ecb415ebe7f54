// The cursor of a list, as an opaque text. A cursor only says where the next page begins: the credential decides what may
// be read there, so a forged one gains nothing. A text that cannot be a cursor is refused.
import { invalidRequest } from '#server/platform/errors.ts'

const MAX_LENGTH = 300

export type CursorPart = string | number

export function writeCursor(kind: string, parts: readonly CursorPart[]): string {
  return Buffer.from(JSON.stringify([kind, ...parts])).toString('base64url')
}

/** The parts of a cursor of this kind, of the given types. */
export function readCursor(
  text: string,
  kind: string,
  types: readonly ('string' | 'number')[],
): CursorPart[] {
  const parts = parse(text)
  const [itsKind, ...others] = parts ?? []
  const isWhole = others.length === types.length && others.every((part, at) => typeof part === types[at])
  if (!parts || !isWhole || itsKind !== kind) throw unusableCursor()
  return others as CursorPart[]
}

function parse(text: string): unknown[] | undefined {
  if (text.length > MAX_LENGTH || !/^[\w-]+$/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const unusableCursor = () =>
  invalidRequest('after must be a cursor from an answer to the same request: pagination.next.')
