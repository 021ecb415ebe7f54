// How pairing is described: for makers who know it, and marked as no part of the contract.
import type { FastifySchema } from 'fastify'
import { Type } from 'typebox'
import { ErrorBody, RateLimitedBody } from '#contract/errors.ts'

const tags = ['Compatibility']

export const startSchema: FastifySchema = {
  tags,
  summary: 'Start pairing a device, as a Leaf does',
  description: 'The device shows the code; its pilot allows it at /activate?code=CODE within ten minutes.',
  response: {
    200: Type.Object({
      code: Type.String({ description: 'Six characters to show.', examples: ['B2DUTQ'] }),
      pollHandle: Type.String({ description: 'For pair/poll; secret.' }),
      expiresAt: Type.String({ format: 'date-time', description: 'When the code ends.' }),
    }),
    429: RateLimitedBody,
  },
}

export const pollSchema: FastifySchema = {
  tags,
  summary: 'Ask whether a pairing was allowed',
  description:
    'JSON with pollHandle. status is pending, claimed (then token and account are there, once), consumed, expired or unknown.',
  response: {
    200: Type.Object({
      status: Type.String({ description: 'How far it is.', examples: ['pending'] }),
      token: Type.Optional(Type.String({ description: 'A Bearer credential that may upload.' })),
      account: Type.Optional(
        Type.Object({
          handle: Type.String({ description: 'The email address.' }),
          displayName: Type.String({ description: 'The name.' }),
        }),
      ),
    }),
    400: ErrorBody,
    429: RateLimitedBody,
  },
}

export const revokeSchema: FastifySchema = {
  tags,
  summary: 'End a device’s own credential',
  security: [{ bearer: [] }],
  response: {
    200: Type.Object({ revoked: Type.Boolean({ description: 'Always true.' }) }),
    401: ErrorBody,
    429: RateLimitedBody,
  },
}
