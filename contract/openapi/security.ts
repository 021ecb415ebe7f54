// The callers of an operation: an application with an access token, a person with a key, an OAuth client.
import type { Named, Security } from './document.ts'
import { applicationScopes, DEVICES_SCOPE, keyScopes, type Scope, scopes, SIGN_IN_SCOPE } from '../scopes.ts'

/** With this scope, by an access token; by a personal key, too, where a key can have the scope: no list can say so. */
export function requireScope(scope: Scope): Security {
  return [{ oauth2: [scope] }, ...(keyScopes.includes(scope) ? [{ bearer: [] }] : [])]
}

/** By an application for itself, or by a personal key, whose scope for webhooks is a scheme: linters take no scopes of keys. */
export function requireOwn(application: Scope, key: Scope): Security {
  return [{ application: [application] }, { [key === 'webhooks:manage' ? 'webhooksKey' : 'bearer']: [] }]
}

/** A client authenticates by HTTP Basic, or by fields of the form, which no scheme can say. */
export const clientSecurity: Security = [{ client: [] }, {}]

/** An instrument or app, by what it was given for itself. */
export function byDevice(...schemes: ('device' | 'deviceLogin')[]): Security {
  return schemes.map((scheme) => ({ [scheme]: [] }))
}

export function createSecuritySchemes(baseUrl: string): Named<object> {
  const tokenUrl = `${baseUrl}/api/oauth/token`
  const ofUsers = { tokenUrl, refreshUrl: tokenUrl, scopes: pick([...applicationScopes, SIGN_IN_SCOPE]) }
  return {
    oauth2: {
      type: 'oauth2',
      description:
        'An access token (cst_at_…), sent as a Bearer token. Authorization code with PKCE (S256) for applications ' +
        'with a browser, device code (RFC 8628) for devices without one, client credentials for an application that ' +
        'acts for itself.',
      flows: {
        authorizationCode: { authorizationUrl: `${baseUrl}/oauth/authorize`, ...ofUsers },
        clientCredentials: { tokenUrl, scopes: pick(applicationScopes) },
        // OpenAPI has a word for it from 3.2 on.
        'x-deviceAuthorization': {
          deviceAuthorizationUrl: `${baseUrl}/api/oauth/device_authorization`,
          ...ofUsers,
          scopes: { ...ofUsers.scopes, ...pick([DEVICES_SCOPE]) },
        },
      },
    },
    application: {
      type: 'oauth2',
      description:
        'An access token (cst_at_…) that an application got for itself, by the client_credentials grant. A token that ' +
        'a pilot has granted is 403 here.',
      flows: { clientCredentials: { tokenUrl, scopes: pick(applicationScopes) } },
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description:
        'A personal API key (cst_key_…), made in the dashboard with the scopes that it needs; for uploads also a device ' +
        'password (XXXX-XXXX-XXXX-XXXX).',
    },
    webhooksKey: {
      type: 'http',
      scheme: 'bearer',
      description: 'A personal API key (cst_key_…) with the scope webhooks:manage.',
    },
    client: {
      type: 'http',
      scheme: 'basic',
      description:
        'The client_id and client_secret of an application. They may be fields of the form instead; a public ' +
        'application sends only its client_id.',
    },
    device: {
      type: 'http',
      scheme: 'bearer',
      description:
        'What an instrument or app was given for itself: the token of a pairing (llk_…) or a device password ' +
        '(XXXX-XXXX-XXXX-XXXX). It uploads and does nothing else.',
    },
    deviceLogin: {
      type: 'http',
      scheme: 'basic',
      description:
        'The email address of the account or the login of a device (d-7Q2M), and a device password. Not form-encoded.',
    },
  }
}

function pick(names: readonly Scope[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, scopes[name]]))
}
