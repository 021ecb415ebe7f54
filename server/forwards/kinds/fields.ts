// Fields that the forms of several kinds have.
import { Type } from 'typebox'
import { LINE_PATTERN } from '#contract/values.ts'

const MAX_URL_LENGTH = 2048

export const url = (description: string, example: string) =>
  Type.String({
    format: 'uri',
    minLength: 1,
    maxLength: MAX_URL_LENGTH,
    description,
    examples: [example],
    'x-must-be': 'an address that starts with https://',
  })

/** Goes into a header or a form: without control characters. */
export const line = (description: string, example: string, maxLength = 255) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: LINE_PATTERN,
    description,
    examples: [example],
    'x-must-be': `text of 1 to ${maxLength} characters, without control characters`,
  })

export const userName = line('The user name there.', 'ada')

const closed = { additionalProperties: false } as const

export const passwordOnly = Type.Object({ password: line('The password there.', 'k7Tq-9xWm', 1000) }, closed)

export const fields = <Members extends Parameters<typeof Type.Object>[0]>(members: Members) =>
  Type.Object(members, closed)

/** The address with a path below it. */
export const below = (address: string, path: string) => `${address.replace(/\/+$/, '')}/${path}`

export const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
