// Finds the application that a path asks consent for, so that the sign-in on the way there can name it.
import type { Services } from '#server/platform/services.ts'
import { toHost } from '../documents/address.ts'
import { isDocumentRequest, readReturnAddress, UnsafeRequest } from './authorize.ts'
import { toPlace, toShown } from './views.ts'

/** Undefined for another path, and for a request that the consent page would refuse. */
export async function findAskingApplication(services: Services, path: string): Promise<string | undefined> {
  const [pathname, query = ''] = path.split(/\?(.*)/s)
  if (pathname !== '/oauth/authorize') return undefined
  const asked = new URLSearchParams(query)
  // Its description is read once somebody is signed in.
  if (isDocumentRequest(services, asked)) return toHost(asked.get('client_id') ?? '')
  try {
    const { application, redirectUri } = await readReturnAddress(services, asked, async () => undefined)
    return toShown(application, toPlace(redirectUri)).name
  } catch (error) {
    if (error instanceof UnsafeRequest) return undefined
    throw error
  }
}
