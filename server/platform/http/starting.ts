// While the database is migrated there are no routes yet, but the process is well and says so: what watches it must not
// restart it in the middle of that.
import { temporarilyUnavailable } from '../errors.ts'
import type { Services } from '../services.ts'
import { type App, createHttp } from './http.ts'

const RETRY_AFTER_SECONDS = 5
/** Where Node keeps the socket on which a server listens. */
const HANDLE = '_handle'

export interface Address {
  port: number
  host: string
}

export async function listenWhileMigrating(
  services: Pick<Services, 'config' | 'log'>,
  address: Address,
): Promise<App> {
  const app = createHttp({ ...services, metrics: { observeRequest: () => undefined } }, async () => {
    throw temporarilyUnavailable('The service is being upgraded; try again shortly.', RETRY_AFTER_SECONDS)
  })
  // A client that comes again finds the whole service.
  app.addHook('onRequest', async (_request, reply) => void reply.header('connection', 'close'))
  app.get('/healthz', async () => ({ status: 'migrating' }))
  app.get('/readyz', async () => {
    throw temporarilyUnavailable('The database is being migrated.', RETRY_AFTER_SECONDS)
  })
  await app.listen({ ...address })
  return app
}

/** Takes the port over from the one that listened meanwhile, without a gap. */
export async function listen(app: App, address: Address, before: App | undefined): Promise<void> {
  if (!before) {
    await app.listen({ ...address })
    return
  }
  const { server } = before
  // https://nodejs.org/api/net.html#serverlistenhandle-backlog-callback
  await app.listen({ ...address, handle: Reflect.get(server, HANDLE) } as Address)
  // It gets no more connections. The last ones end by themselves, each with its answer: closing, it would refuse them.
  Reflect.set(server, HANDLE, null)
  server.closeIdleConnections()
}
