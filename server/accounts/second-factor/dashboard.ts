// The dashboard's endpoints for second factors.
import { RECENT_PROOF, SESSION } from '#server/access/proof.ts'
import { Type } from 'typebox'
import { idParams } from '#contract/values.ts'
import type { NewRecoveryCodes, SecondFactors, TotpSetUp } from '#dashboard/second-factors.ts'
import { requireSession } from '#server/access/session.ts'
import { notFound } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { refuseIdAs } from '#server/platform/http/problems.ts'
import type { AccountServices } from '../account-services.ts'
import { addPasskey, changePasskeyName, createCreationOptions, removePasskey } from './manage-passkeys.ts'
import { beginTotp, confirmTotp, removeTotp, renewRecoveryCodes } from './manage.ts'
import { createRequestOptions, RegistrationBody } from './passkeys.ts'
import { readSecondFactors } from './read.ts'

const PATH = '/app/api/second-factors'
const strict = { additionalProperties: false }
const text = Type.String({ maxLength: 1000 })
const hidden = { schema: { hide: true } }

export async function addSecondFactorDashboard(app: App, accounts: AccountServices): Promise<void> {
  await app.register(async (scope: App) => {
    scope.addHook('onRequest', requireSession(accounts))
    scope.get(PATH, hidden, (request): Promise<SecondFactors> =>
      readSecondFactors(accounts.db.sql, request.session.userId),
    )
    addAuthenticatorApp(scope, accounts)
    addPasskeys(scope, accounts)
  })
}

function addAuthenticatorApp(scope: App, accounts: AccountServices): void {
  const proved = { ...hidden, config: RECENT_PROOF }
  scope.post(`${PATH}/app`, proved, (request): Promise<TotpSetUp> => beginTotp(accounts, request))
  const confirmation = { ...proved, schema: { hide: true, body: Type.Object({ code: text }, strict) } }
  scope.post(`${PATH}/app/confirm`, confirmation, async (request): Promise<NewRecoveryCodes> => ({
    recoveryCodes: await confirmTotp(accounts, request, request.body.code),
  }))
  scope.delete(`${PATH}/app`, proved, async (request, reply) => {
    await removeTotp(accounts, request)
    return reply.code(204).send()
  })
  scope.post(`${PATH}/recovery-codes`, proved, async (request): Promise<NewRecoveryCodes> => ({
    recoveryCodes: await renewRecoveryCodes(accounts, request),
  }))
}

function addPasskeys(scope: App, accounts: AccountServices): void {
  const proved = { ...hidden, config: RECENT_PROOF }
  scope.post(`${PATH}/passkeys/options`, proved, (request) => createCreationOptions(accounts, request))
  const body = Type.Object({ name: text, response: RegistrationBody }, strict)
  scope.post(`${PATH}/passkeys`, { ...proved, schema: { hide: true, body } }, async (request, reply) => {
    const recoveryCodes = await addPasskey(accounts, request, request.body.name, request.body.response)
    return reply.code(201).send({ recoveryCodes } satisfies NewRecoveryCodes)
  })
  // For POST /app/api/account/confirm, so no proof is asked for here.
  scope.post(`${PATH}/passkeys/request`, { ...hidden, config: SESSION }, (request) =>
    createRequestOptions(accounts, 'confirm', request.session.userId),
  )
  const schemaErrorFormatter = refuseIdAs(() => notFound('There is no such passkey.'))
  const schema = { hide: true, params: idParams('The passkey.') }
  const change = {
    config: SESSION,
    schemaErrorFormatter,
    schema: { ...schema, body: Type.Object({ name: text }, strict) },
  }
  scope.patch(`${PATH}/passkeys/:id`, change, async (request, reply) => {
    await changePasskeyName(accounts, request, request.params.id, request.body.name)
    return reply.code(204).send()
  })
  scope.delete(
    `${PATH}/passkeys/:id`,
    { ...proved, schemaErrorFormatter, schema },
    async (request, reply) => {
      await removePasskey(accounts, request, request.params.id)
      return reply.code(204).send()
    },
  )
}
