// The id under which a service knows this program: the service announces it.
import { exchange, readJson, toUrl } from '../../sdk/client.ts'
import { ApiError, ConnectionError } from '../../sdk/index.ts'
import { fetchByHttp } from './http.ts'

interface Overview {
  clients?: { commandLine?: { clientId?: unknown } }
}

/** Undefined where it announces none. */
export async function findClientId(baseUrl: string, signal: AbortSignal): Promise<string | undefined> {
  const overview = await readOverview(baseUrl, signal)
  const id = overview?.clients?.commandLine?.clientId
  return typeof id === 'string' && /^[\x21-\x7e]{1,200}$/.test(id) ? id : undefined
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
