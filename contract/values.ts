// The values that every part of the contract writes in the same way.
import { type TSchema, Type } from 'typebox'

export const ID_PATTERN = '^[a-f0-9]{24}$'

export const id = (description: string) =>
  Type.String({ description, pattern: ID_PATTERN, examples: ['68f0a1b2c3d4e5f6a7b8c9d0'] })

/** ISO 8601, UTC. */
export const moment = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-05-17T16:04:05.000Z'] })

export const orNull = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })
