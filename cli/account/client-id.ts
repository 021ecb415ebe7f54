// The id under which a service knows this program: the service announces it.
import { exchange, readJson, toUrl } from '../../sdk/client.ts'
import { ApiError, ConnectionError } from '../../sdk/index.ts'
import { fetchByHttp } from './http.ts'

interface Overview {
  clients?: { commandLine?: { clientId?: unknown; scope?: unknown } }
}

/** Undefined where it announces none. */
export async function findClientId(baseUrl: string, signal: AbortSignal): Promise<string | undefined> {
  return (await findProgram(baseUrl, signal))?.clientId
}

/** With the scopes that this program may ask for there; a service of an earlier release knows fewer. */
export async function findProgram(
  baseUrl: string,
  signal: AbortSignal,
): Promise<{ clientId: string; scopes: readonly string[] } | undefined> {
  const overview = await readOverview(baseUrl, signal)
  const { clientId: id, scope } = overview?.clients?.commandLine ?? {}
  if (typeof id !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(id)) return undefined
  return { clientId: id, scopes: typeof scope === 'string' ? scope.split(' ') : [] }
}

async function readOverview(baseUrl: string, signal: AbortSignal): Promise<Overview | undefined> {
  const url = toUrl({ baseUrl }, '/api/v1')
  try {
    return await exchange({ fetch: fetchByHttp, signal }, url, {}, readJson<Overview | undefined>)
  } catch (error) {
    if (error instanceof ApiError && error.status >= 300 && error.status < 500 && error.status !== 429)
      throw new Error(`There is no Cloudstreet at ${baseUrl}: ${error.message}`, { cause: error })
    if (error instanceof ConnectionError && error.cause instanceof SyntaxError)
      throw new Error(`There is no Cloudstreet at ${baseUrl}: its answer is not JSON.`, { cause: error })
    if (error instanceof ConnectionError && !signal.aborted)
      throw new ConnectionError(`Cannot reach ${baseUrl}. Is the address right?`, { cause: error })
    throw error
  }
}
