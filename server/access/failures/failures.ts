// Refused uploads, by whatever door: counted for the account whose credential or application sent them, once they are
// answered. The sender learns nothing of it, and only the owner sees it.
import type { FastifyRequest, onResponseHookHandler, RouteOptions } from 'fastify'
import { addCounts, createTally } from '#server/platform/concurrency/tally.ts'
import type { ApiError } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import type { Services } from '#server/platform/services.ts'
import { toDay } from '#server/platform/time.ts'
import { readBearer, readRight } from '../bearer.ts'
import { hashSent } from '../credentials.ts'
import { readUserAgent } from '../security-log/user-agent.ts'
import { toReason } from './reasons.ts'
import { addFailures, type Failures, type Sender } from './store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** By what a device has tried to sign in, when it could not. */
    failedSignIn?: Pick<Sender, 'login' | 'secretHash'> | undefined
    /** Of a request with several files: those that were refused while it was not. */
    refusedFiles?: ApiError[] | undefined
  }
}

const MAX_AGENT_LENGTH = 80

export interface FailureTally {
  /** Writes what has been counted so far. */
  flush(): Promise<void>
  /** Counts the refusals of each route that takes flights; before the routes are added. */
  addTo(app: App): void
}

export function createFailureTally({ db, log, now }: Services): FailureTally {
  const tally = createTally<Failures>({
    log,
    what: 'refused uploads',
    nameOf: ({ sender, day, agent, reason }) => JSON.stringify([sender, day, agent, reason]),
    addUp: addCounts,
    write: async (rows) => {
      for (const failures of rows) await addFailures(db.sql, failures)
    },
  })
  const count: onResponseHookHandler = (request, _reply, done) => {
    const { failure, refusedFiles = [] } = request
    for (const error of failure ? [...refusedFiles, failure] : refusedFiles) {
      const lastAt = now()
      const agent = readUserAgent(request, MAX_AGENT_LENGTH) ?? ''
      const sender = describeSender(request)
      tally.add({ sender, day: toDay(lastAt), agent, reason: toReason(error), count: 1, lastAt })
    }
    done()
  }
  const addTo = (app: App): void => {
    for (const name of ['failedSignIn', 'refusedFiles']) app.decorateRequest(name)
    app.addHook('onRoute', (route) => {
      if (takesFlights(route)) route.onResponse = [[route.onResponse ?? []].flat(), count].flat()
    })
    app.addHook('onClose', tally.flush)
  }
  return { flush: tally.flush, addTo }
}

/** From instruments and programs; not from the dashboard, where the pilot sees what became of a file. */
function takesFlights({ config }: RouteOptions): boolean {
  const { doors, body } = config ?? {}
  if (body === undefined || !doors) return false
  if (doors.instrument !== undefined) return true
  return doors.api !== undefined && (body === 'archive' || readRight(doors.api).admitsDevices)
}

function describeSender(request: FastifyRequest): Sender {
  const { credential, failedSignIn } = request
  if (credential?.applicationId !== undefined) return { applicationId: credential.applicationId }
  if (credential) return { userId: credential.userId }
  if (failedSignIn) return failedSignIn
  const secretHash = hashSent(readBearer(request) ?? '')
  return secretHash === undefined ? {} : { secretHash }
}

/** For a file whose request goes on with the others. */
export function noteRefusedFile(request: FastifyRequest, error: ApiError): void {
  request.refusedFiles = [...(request.refusedFiles ?? []), error]
}
