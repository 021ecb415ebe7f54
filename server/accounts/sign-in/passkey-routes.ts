// Called by the script of the sign-in pages. Pages of other sites are refused.
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { requireSameSite } from '#server/access/session.ts'
import { ApiError } from '#server/platform/errors.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { AccountServices } from '../account-services.ts'
import { AssertionBody } from '../second-factor/passkeys.ts'
import { beginPasskey, enterPasskey, signInWithPasskey } from './passkey.ts'
import { toReturnPath } from './return-path.ts'
import type { Entered } from './second-factor.ts'

const Answer = Type.Object({
  response: AssertionBody,
  returnTo: Type.Optional(Type.String({ maxLength: 5000 })),
})

const paths = { 'sign-in': '/sign-in/passkey', 'second-factor': '/sign-in/second-factor/passkey' } as const

export function declarePasskeySignIn(accounts: AccountServices): Operation[] {
  return (['sign-in', 'second-factor'] as const).flatMap((purpose) => [
    operation({
      route: `POST ${paths[purpose]}/options`,
      doors: { public: 'own' },
      respond: async (request) => {
        requireSameSite(accounts, request)
        const options = await beginPasskey(accounts, request, purpose)
        if (!options) throw new ApiError(401, 'invalid_token', 'This sign-in has expired. Sign in again.')
        return options
      },
    }),
    operation({
      route: `POST ${paths[purpose]}`,
      doors: { public: 'own' },
      schema: { body: Answer },
      respond: async (request, reply) => {
        requireSameSite(accounts, request)
        const { response: answer, returnTo } = request.body
        const entered =
          purpose === 'sign-in'
            ? await signInWithPasskey(accounts, request, answer, toReturnPath(returnTo))
            : await enterPasskey(accounts, request, answer)
        return sendEntered(reply, entered)
      },
    }),
  ])
}

function sendEntered(reply: FastifyReply, entered: Entered | undefined): FastifyReply {
  if (!entered) throw new ApiError(401, 'invalid_token', 'This passkey was not accepted.')
  return reply
    .headers({ 'set-cookie': entered.cookies, 'cache-control': 'no-store' })
    .send({ location: entered.returnTo })
}
