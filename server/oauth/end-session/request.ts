// A request to end the session of a browser: OpenID Connect RP-Initiated Logout 1.0, 2.
import { ID_PATTERN } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { isDocumentAddress } from '../documents/address.ts'
import { type Hint, readHint } from '../openid/hint.ts'
import { addToQuery, findRedirectUriFault, toRedirectOrigin } from '../redirect-uri.ts'
import { findLiveApplication, type LiveApplication } from '../stores/applications.ts'
import { findDocument } from '../stores/documents.ts'

/** The parameters we read; `logout_hint` and `ui_locales` are ignored. */
export const endSessionParameters = [
  'id_token_hint',
  'client_id',
  'post_logout_redirect_uri',
  'state',
] as const

type SignOutFault = 'repeatedInSignOut' | 'otherApplication' | 'unregisteredAfterSignOut'

export interface EndSessionRequest {
  /** Whom the application means; undefined when it does not prove it. */
  readonly hint: Hint | undefined
  readonly application: LiveApplication | undefined
  /** Where the browser goes afterwards, with the state. */
  readonly target: string | undefined
  /** Why the browser goes nowhere, although the request asks for it. */
  readonly fault: SignOutFault | undefined
}

export async function readEndSession(services: Services, query: URLSearchParams): Promise<EndSessionRequest> {
  const nothing = { hint: undefined, application: undefined, target: undefined }
  if (endSessionParameters.some((name) => query.getAll(name).length > 1))
    return { ...nothing, fault: 'repeatedInSignOut' }
  const [idToken, clientId, wanted] = [
    query.get('id_token_hint') || undefined,
    query.get('client_id') || undefined,
    query.get('post_logout_redirect_uri') || undefined,
  ]
  const signed = idToken === undefined ? undefined : await readHint(services, idToken)
  if (signed && clientId !== undefined && clientId !== signed.clientId)
    return {
      ...nothing,
      fault: 'otherApplication',
    }
  const application = await findApplication(services, clientId ?? signed?.clientId)
  // A disabled application cannot sign users out.
  const hint = application && signed
  if (wanted === undefined) return { hint, application, target: undefined, fault: undefined }
  if (!application || !mayReturnTo(application, wanted)) {
    return { hint, application, target: undefined, fault: 'unregisteredAfterSignOut' }
  }
  const target = addToQuery(wanted, { state: query.get('state') ?? undefined })
  return { hint, application, target, fault: undefined }
}

async function findApplication({ db }: Services, clientId = ''): Promise<LiveApplication | undefined> {
  if (ID_PATTERN.test(clientId)) return findLiveApplication(db.sql, clientId)
  const document = isDocumentAddress(clientId) ? await findDocument(db.sql, clientId) : undefined
  return document && findLiveApplication(db.sql, document.applicationId)
}

/** Any address at an origin to which the application may have codes sent: nothing is sent along but the state. */
function mayReturnTo({ redirectUris }: LiveApplication, wanted: string): boolean {
  if (findRedirectUriFault(wanted) !== undefined) return false
  return redirectUris.some((registered) => toRedirectOrigin(registered) === toRedirectOrigin(wanted))
}
