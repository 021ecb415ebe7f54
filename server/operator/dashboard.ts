// The operator's page: what the operator's commands show and do, for users whom OPERATORS names.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { limitApplication } from '#server/access/commands.ts'
import { byUser } from '#server/access/security-log/security-log.ts'
import type { SessionServices } from '#server/access/session.ts'
import { recordSecurityEvent } from '#server/access/security-log/store.ts'
import { disableUser, enableUser, listUsersByOperator } from '#server/accounts/commands.ts'
import {
  acceptSuggestion,
  dismissSuggestion,
  listSuggestions,
} from '#server/flights/takeoff-names/commands.ts'
import { requestSites } from '#server/flights/takeoffs/osm/job.ts'
import { disableApplication, enableApplication, listApplicationsByOperator } from '#server/oauth/commands.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { listMail, retryMail } from '#server/platform/mail/commands.ts'
import { type Options, requireOption } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { startTerrain, stopTerrain } from '#server/terrain/fetch/switch.ts'
import { enableWebhookByOperator, listFailures, replayFailed } from '#server/webhooks/commands.ts'
import { listBackups } from './backups.ts'
import { examine } from './checks/doctor.ts'
import { describeFetches } from './fetches.ts'
import { reportStatus } from './status.ts'
import { listWork, pauseWork, resumeWork, retryWork, type WorkServices } from './work.ts'

type Run = (services: WorkServices, options: Options) => Promise<object>

/** GET /app/api/admin/<name>: the options come from the query. */
const lists: Record<string, Run> = {
  checks: examine,
  status: reportStatus,
  work: listWork,
  users: listUsersByOperator,
  applications: listApplicationsByOperator,
  failures: listFailures,
  mail: listMail,
  backups: listBackups,
  suggestions: listSuggestions,
  fetches: describeFetches,
}

/** POST /app/api/admin/<name>: the options are the body. Each is the command of the same name. */
const actions: Record<string, Run> = {
  'user-disable': disableUser,
  'user-enable': enableUser,
  'app-disable': disableApplication,
  'app-enable': enableApplication,
  'app-limit': limitApplication,
  'webhook-enable': enableWebhookByOperator,
  'webhook-replay': replayFailed,
  'mail-retry': retryMail,
  'work-pause': pauseWork,
  'work-resume': resumeWork,
  'work-retry': retryWork,
  'takeoffs-accept': acceptSuggestion,
  'takeoffs-dismiss': dismissSuggestion,
  'sites-fetch': requestSites,
  'terrain-start': startTerrain,
  'terrain-stop': stopTerrain,
}

const text = Type.Optional(Type.String({ maxLength: 1000 }))
const Given = Type.Object(
  {
    email: text,
    max: text,
    owner: text,
    app: text,
    requests: text,
    uploads: text,
    webhook: text,
    id: text,
    name: text,
    latitude: text,
    longitude: text,
  },
  { additionalProperties: false },
)

export const actionNames: readonly string[] = Object.keys(actions)

export function declareOperatorDashboard(services: SessionServices & WorkServices): Operation[] {
  const doors = { operator: 'session' } as const
  return [
    ...Object.entries(lists).map(([name, run]) =>
      operation({
        route: `GET /app/api/admin/${name}`,
        doors,
        schema: { querystring: Given },
        respond: (request) => explain(() => run(services, toOptions(request.query))),
      }),
    ),
    ...Object.entries(actions).map(([name, run]) =>
      operation({
        route: `POST /app/api/admin/${name}`,
        doors,
        schema: { body: Given },
        respond: (request) =>
          explain(async () => {
            refuseOwnEnd(name, request.body, request)
            await logCommand(services, name, request.body, request)
            return run(services, toOptions(request.body))
          }),
      }),
    ),
  ]
}

function toOptions(given: Static<typeof Given>): Options {
  return new Map(Object.entries(given).map(([name, value]) => [name, [value]]))
}

/** A user who disables their own account cannot take it back here. */
function refuseOwnEnd(name: string, given: Static<typeof Given>, { session }: FastifyRequest): void {
  if (name !== 'user-disable') return
  const email = requireOption(toOptions(given), 'email').trim().toLowerCase()
  if (email === session.email) throw invalidRequest('You cannot disable yourself.')
}

/** Before it runs, as for commands. */
async function logCommand(
  { db, now }: Services,
  name: string,
  given: Static<typeof Given>,
  request: FastifyRequest,
): Promise<void> {
  const subject = [name, ...Object.values(given)].join(' ')
  const { userId } = request.session
  const event = { ...byUser(request), userId, kind: 'operator_command', subject } as const
  await db.transaction((sql) => recordSecurityEvent(sql, now(), event))
}

/** A command refuses with a plain error, whose sentence is for the operator; any other error is a fault. */
async function explain(run: () => Promise<object>): Promise<object> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Error && error.constructor === Error && !('code' in error))
      throw invalidRequest(error.message)
    throw error
  }
}
