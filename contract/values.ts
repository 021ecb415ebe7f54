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

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: String.raw`^[\x21-\x7e][\x20-\x7e]{0,254}$`,
      'x-must-be': '1 to 255 printable ASCII characters',
      description:
        'A key of your choice. For 24 hours the same request with this key gets the first answer again, and another one is 409. A refused request keeps no key. When an uploaded flight or photo is deleted, its key is free again.',
    }),
  ),
})

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

export const text = (description: string, example: string) =>
  Type.String({ description, examples: [example] })

export const textOrNull = (description: string, example: string) =>
  orNull(Type.String({ examples: [example] }), description)

/** Named in the description. */
export const objectOf = <Members extends TProperties>(title: string, members: Members) =>
  Type.Object(members, { title })

/** The body of a request: a member that is not known is refused. */
export const bodyOf = <Members extends TProperties>(
  title: string,
  members: Members,
  options: TObjectOptions = {},
) => Type.Object(members, { title, additionalProperties: false, ...options })

export const answerOf = <Data extends TSchema>(title: string, data: Data, options: TObjectOptions = {}) =>
  Type.Object({ data }, { title, ...options })

/** Of every list that is read page by page, unless another number is asked for. */
export const DEFAULT_LIMIT = 50
/** Also how many a list has that is short by its nature, unless fewer are asked for. */
export const MAX_LIMIT = 100

export const limitOf = (byDefault = DEFAULT_LIMIT, maximum = MAX_LIMIT) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum,
      default: byDefault,
      description: 'The most entries on a page.',
    }),
  )

/** What an operation takes that answers a list. */
export const pageQuery = (byDefault?: number) => ({
  after: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{1,40}$',
      'x-must-be': 'pagination.next of the page before',
      description: 'Only entries after this one: pagination.next of the page before.',
      examples: ['68f0a1b2c3d4e5f6a7b8c9d0'],
    }),
  ),
  limit: limitOf(byDefault),
})

/** Of a list that is short by its nature: one page has all, unless fewer are asked for. */
export const ShortListQuery = Type.Object(pageQuery(MAX_LIMIT))

const limit = Type.Integer({ description: 'The most entries on a page.', examples: [25] })

/** Of every list. */
export const CursorPagination = Type.Object(
  {
    next: orNull(
      Type.String({ examples: ['68f0a1b2c3d4e5f6a7b8c9d0'] }),
      'Send it as after for the next page; null at the end.',
    ),
    limit,
  },
  { title: 'CursorPagination' },
)
export type CursorPagination = Static<typeof CursorPagination>

/** Of a list that goes on: what is new is read from where one was. */
export const FeedPagination = Type.Object(
  {
    next: Type.String({
      description:
        'Send it as after for what comes next. Keep it, also when there is nothing more now: it is never null.',
      examples: ['WyJkYXRlIGRlc2MiLCIyMDI2LTA1LTE3Il0'],
    }),
    limit,
    hasMore: Type.Boolean({ description: 'Whether more entries can be read now.', examples: [false] }),
  },
  { title: 'FeedPagination' },
)

export const listOf = <Item extends TSchema>(title: string, item: Item, description?: string) =>
  Type.Object(
    {
      data: Type.Array(item, description === undefined ? {} : { description }),
      pagination: CursorPagination,
    },
    { title },
  )
