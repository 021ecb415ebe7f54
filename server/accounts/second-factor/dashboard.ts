// The dashboard's endpoints for second factors.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { Type } from 'typebox'
import { idParams } from '#contract/values.ts'
import type { NewRecoveryCodes, SecondFactors, TotpSetUp } from '#dashboard/second-factors.ts'
import { notFound } from '#server/platform/errors.ts'
import type { AccountServices } from '../account-services.ts'
import { addPasskey, createCreationOptions, removePasskey } from './manage-passkeys.ts'
import { beginTotp, confirmTotp, removeTotp, renewRecoveryCodes } from './manage.ts'
import { createRequestOptions, RegistrationBody } from './passkeys.ts'
import { readSecondFactors } from './read.ts'

const PATH = '/second-factors'
const strict = { additionalProperties: false }
const text = Type.String({ maxLength: 1000 })
export function declareSecondFactorDashboard(accounts: AccountServices): Operation[] {
  return [
    operation({
      route: `GET ${PATH}`,
      doors: { dashboard: 'session' },
      respond: (request): Promise<SecondFactors> =>
        readSecondFactors(accounts.db.sql, request.session.userId),
    }),
    ...declareAuthenticatorApp(accounts),
    ...declarePasskeys(accounts),
  ]
}

function declareAuthenticatorApp(accounts: AccountServices): Operation[] {
  return [
    operation({
      route: `POST ${PATH}/app`,
      doors: { dashboard: 'recent' },
      respond: (request): Promise<TotpSetUp> => beginTotp(accounts, request),
    }),
    operation({
      route: `POST ${PATH}/app/confirm`,
      doors: { dashboard: 'recent' },
      schema: { body: Type.Object({ code: text }, strict) },
      respond: async (request): Promise<NewRecoveryCodes> => ({
        recoveryCodes: await confirmTotp(accounts, request, request.body.code),
      }),
    }),
    operation({
      route: `DELETE ${PATH}/app`,
      doors: { dashboard: 'recent' },
      respond: async (request, reply) => {
        await removeTotp(accounts, request)
        return reply.code(204).send()
      },
    }),
    operation({
      route: `POST ${PATH}/recovery-codes`,
      doors: { dashboard: 'recent' },
      respond: async (request): Promise<NewRecoveryCodes> => ({
        recoveryCodes: await renewRecoveryCodes(accounts, request),
      }),
    }),
  ]
}

function declarePasskeys(accounts: AccountServices): Operation[] {
  const params = idParams('The passkey.')
  const noSuch = () => notFound('There is no such passkey.')
  const body = Type.Object({ name: text, response: RegistrationBody }, strict)
  return [
    operation({
      route: `POST ${PATH}/passkeys/options`,
      doors: { dashboard: 'recent' },
      respond: (request) => createCreationOptions(accounts, request),
    }),
    operation({
      route: `POST ${PATH}/passkeys`,
      doors: { dashboard: 'recent' },
      schema: { body },
      respond: async (request, reply) => {
        const recoveryCodes = await addPasskey(accounts, request, request.body.name, request.body.response)
        return reply.code(201).send({ recoveryCodes } satisfies NewRecoveryCodes)
      },
    }),
    // For POST /app/api/account/confirm, so no proof is asked for here.
    operation({
      route: `POST ${PATH}/passkeys/request`,
      doors: { dashboard: 'session' },
      respond: (request) => createRequestOptions(accounts, 'confirm', request.session.userId),
    }),
    operation({
      route: `DELETE ${PATH}/passkeys/:id`,
      doors: { dashboard: 'recent' },
      schema: { params },
      noSuch,
      respond: async (request, reply) => {
        await removePasskey(accounts, request, request.params.id)
        return reply.code(204).send()
      },
    }),
  ]
}
