// Webhooks and events for tests, made as the features make them.
import type { FlightEnvelope } from '#contract/events.ts'
import { recordEvent } from '#server/events/record.ts'
import { createId } from '#server/platform/ids.ts'
import { createExampleEnvelope } from '#server/webhooks/example.ts'
import type { TestUser } from './people.ts'
import type { TestServer } from './server.ts'
import { issueCredential } from './access/issuing.ts'

/** Settings under which a receiver on loopback can be reached. */
export const onLoopback = { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_TIMEOUT_MS: '30000' }

/** Events in the outbox, as uploads write them; their hashes tell them apart. */
export async function recordUploads(
  { services }: Pick<TestServer, 'services'>,
  user: Pick<TestUser, 'id'>,
  count: number,
): Promise<FlightEnvelope[]> {
  const { db, now } = services
  return db.transaction(async (sql) => {
    const envelopes: FlightEnvelope[] = []
    for (let index = 0; index < count; index++) {
      const envelope = createExampleEnvelope('flight.uploaded', now(), user.id)
      envelope.flight.hash = createId(now())
      await recordEvent(services, sql, now(), envelope)
      envelopes.push(envelope)
    }
    return envelopes
  })
}

export async function createApplication({ services }: TestServer, owner: TestUser): Promise<string> {
  const now = services.now()
  const id = createId(now)
  await services.db.sql`
    insert into applications (id, owner_id, name, type, grants, scopes, redirect_uris, created_at, updated_at)
    values (${id}, ${owner.id}, 'Test Tracker', 'confidential', 'client_credentials', 'flights:read', '[]', ${now}, ${now})`
  return id
}

export async function giveConsent(
  { services }: TestServer,
  user: TestUser,
  applicationId: string,
  scopes = 'flights:read',
): Promise<void> {
  const now = services.now()
  await services.db.sql`
    insert into consents (id, user_id, application_id, scopes, created_at, updated_at)
    values (${createId(now)}, ${user.id}, ${applicationId}, ${scopes}, ${now}, ${now})`
}

/** An access token of an application, as the named grant gives it. */
export async function createToken(
  { services }: TestServer,
  user: TestUser,
  applicationId: string,
  grantType = 'client_credentials',
): Promise<string> {
  const { secret } = await issueCredential(services.db.sql, services.now(), {
    kind: 'access_token',
    userId: user.id,
    applicationId,
    grantType,
    scopes: ['flights:read'],
  })
  return secret
}

type Json = Record<string, never> & { data: never }

/** Calls with one set of headers; gives the status and the body. */
export function createClient(server: TestServer, headers: Record<string, string>) {
  // The caller says what it expects the body to be.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  return async <Body = Json>(method: string, path: string, body?: object) => {
    const response = await server.fetch(path, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: (text ? JSON.parse(text) : {}) as Body,
    }
  }
}
