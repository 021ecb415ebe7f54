// How pairing is described: for makers who know it, and marked as no part of the contract.
import type { FastifySchema } from 'fastify'
import { Type } from 'typebox'
import { errors, RateLimitedBody } from '#contract/errors.ts'
import { byDevice } from '#contract/openapi/security.ts'
import { moment } from '#contract/values.ts'

const tags = ['Compatibility']

const pollHandle = Type.String({
  description: 'What pair/start gives and pair/poll asks for; secret.',
  examples: ['k3f…'],
})

export const startSchema: FastifySchema = {
  operationId: 'startPairing',
  tags,
  summary: 'Start pairing a device (Leaf)',
  description:
    'The device shows the code; its pilot allows it at /activate?code=CODE within ten minutes. It needs no body; firmware ' +
    'that sends an empty object may.',
  response: {
    200: Type.Object(
      {
        code: Type.String({ description: 'Six characters to show.', examples: ['B2DUTQ'] }),
        pollHandle,
        expiresAt: moment('When the code ends.'),
      },
      { title: 'StartedPairing' },
    ),
    ...errors(400, 413),
    429: RateLimitedBody,
  },
}

export const pollSchema: FastifySchema = {
  operationId: 'pollPairing',
  tags,
  summary: 'Poll a pairing',
  description:
    'status is pending, claimed (then token and account are there, once), consumed, expired or unknown. Ask every three to ' +
    'five seconds.',
  // By its content type: the route reads it, and nothing else refuses it.
  body: {
    content: { 'application/json': { schema: Type.Object({ pollHandle }, { title: 'PairingPoll' }) } },
  },
  response: {
    200: Type.Object(
      {
        status: Type.String({ description: 'The state of the pairing.', examples: ['pending'] }),
        token: Type.Optional(
          Type.String({
            description: 'A Bearer credential that may upload.',
            examples: ['llk_…'],
          }),
        ),
        account: Type.Optional(
          Type.Object(
            {
              handle: Type.String({ description: 'A number for the account.', examples: ['pilot-12345678'] }),
              displayName: Type.String({ description: 'The name to show.', examples: ['Pilot 12345678'] }),
            },
            { title: 'PairedAccount' },
          ),
        ),
      },
      { title: 'PairingState' },
    ),
    ...errors(400, 413),
    429: RateLimitedBody,
  },
}

export const revokeSchema: FastifySchema = {
  operationId: 'revokePairing',
  tags,
  summary: 'Revoke a device’s own credential',
  description:
    'The token of a pairing, or the device password, that the request is made with ends, no matter who holds it. It needs no body.',
  security: byDevice('device'),
  response: {
    200: Type.Object(
      { revoked: Type.Boolean({ description: 'Always true.', examples: [true] }) },
      { title: 'RevokedPairing' },
    ),
    ...errors(400, 401, 413),
    429: RateLimitedBody,
  },
}
