// The values that every part of the contract writes in the same way. Where the keywords of a schema would make a poor
// sentence, `x-must-be` says what a refused request is told: the name of the value, "must be", and this.
import { type Static, type TObjectOptions, type TProperties, type TSchema, Type } from 'typebox'

export const ID_PATTERN = '^[a-f0-9]{24}$'

export const id = (description: string) =>
  Type.String({
    description,
    pattern: ID_PATTERN,
    'x-must-be': '24 lowercase hexadecimal characters',
    examples: ['68f0a1b2c3d4e5f6a7b8c9d0'],
  })

/** The path of something that is named by its id. */
export const idParams = (description: string) => Type.Object({ id: id(description) })

/** ISO 8601, UTC. */
export const moment = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-05-17T16:04:05.000Z'] })

/** The hash of a file. */
export const hash = (description: string) =>
  Type.String({
    description,
    examples: ['2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'],
  })

/** Without control characters: JavaScript, Python, RE2 and Java read this pattern alike, and no other is described. */
export const LINE_PATTERN = String.raw`^[^\x00-\x1f\x7f-\x9f]*$`

/** What somebody calls something of theirs. A pattern for all languages cannot tell blanks: `x-text` is for the server. */
export const ownName = (maxLength: number, description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: LINE_PATTERN,
    'x-text': 'not-blank',
    'x-must-be': `1 to ${maxLength} characters long, without control characters`,
    description,
    examples: [example],
  })

export const orNull = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

/** An answer without a body. */
export const noContent = (description: string) => Type.Unsafe<undefined>({ type: 'null', description })

export const oneOf = <Word extends string>(
  words: readonly Word[],
  description: string,
  example: Word = words[0]!,
) => Type.Enum([...words], { type: 'string', description, examples: [example] })

export const flag = (description: string, example = false) =>
  Type.Boolean({ description, examples: [example] })

export const count = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] })

/** The body of a request: a member that is not known is refused. */
export const bodyOf = <Members extends TProperties>(
  title: string,
  members: Members,
  options: TObjectOptions = {},
) => Type.Object(members, { title, additionalProperties: false, ...options })

export const answerOf = <Data extends TSchema>(title: string, data: Data, options: TObjectOptions = {}) =>
  Type.Object({ data }, { title, ...options })

/** Of every list that is read page by page. */
export const CursorPagination = Type.Object(
  {
    next: orNull(
      Type.String({ examples: ['68f0a1b2c3d4e5f6a7b8c9d0'] }),
      'Send it as after for the next page; null at the end.',
    ),
    limit: Type.Integer({ description: 'How many a page has at most.', examples: [25] }),
  },
  { title: 'CursorPagination' },
)
export type CursorPagination = Static<typeof CursorPagination>
