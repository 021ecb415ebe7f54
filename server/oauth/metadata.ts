// RFC 8414 and OpenID Connect Discovery 3: what a client library needs to know, found by the base URL alone.
import { grantTypes, type Resource, toResourceAddress } from '#contract/oauth.ts'
import { applicationScopes, type Scope, SIGN_IN_SCOPE } from '#contract/scopes.ts'
import type { Config } from '#server/platform/config.ts'
import { claimNames } from './openid/claims.ts'
import { SIGNING_ALGORITHM } from './openid/keys.ts'

const clientAuthMethods = ['client_secret_basic', 'client_secret_post']

export function describeServer({
  baseUrl,
  clientDocuments,
  clientRegistration,
}: Pick<Config, 'baseUrl' | 'clientDocuments' | 'clientRegistration'>) {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/api/oauth/token`,
    device_authorization_endpoint: `${baseUrl}/api/oauth/device_authorization`,
    ...(clientRegistration && { registration_endpoint: `${baseUrl}/api/oauth/register` }),
    revocation_endpoint: `${baseUrl}/api/oauth/revoke`,
    introspection_endpoint: `${baseUrl}/api/oauth/introspect`,
    userinfo_endpoint: `${baseUrl}/api/oauth/userinfo`,
    end_session_endpoint: `${baseUrl}/oauth/end-session`,
    jwks_uri: `${baseUrl}/api/oauth/jwks`,
    scopes_supported: [SIGN_IN_SCOPE, 'profile', 'email', ...applicationScopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: grantTypes,
    token_endpoint_auth_methods_supported: [...clientAuthMethods, 'none'],
    revocation_endpoint_auth_methods_supported: [...clientAuthMethods, 'none'],
    introspection_endpoint_auth_methods_supported: clientAuthMethods,
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    // RFC 9207: responses name their issuer, so a client of several servers cannot mix them up.
    authorization_response_iss_parameter_supported: true,
    // A client_id may be the address of the client's own description.
    client_id_metadata_document_supported: clientDocuments,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
    claims_supported: ['iss', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'at_hash', ...claimNames],
    // True where it is not said.
    request_uri_parameter_supported: false,
    service_documentation: `${baseUrl}/docs`,
  }
}

const resourceFacts: Record<Resource, { name: string; scopes: readonly Scope[]; documentation: string }> = {
  api: { name: 'Cloudstreet', scopes: applicationScopes, documentation: '/docs' },
  // It only reads, and users are not asked for more.
  mcp: {
    name: 'Cloudstreet logbook',
    scopes: ['flights:read', 'profile:read'],
    documentation: '/docs/guide/assistants',
  },
}

/** Whether the metadata of the resource names the scope. */
export function isNamedBy(resource: Resource, scope: string): boolean {
  return resourceFacts[resource].scopes.some((name) => name === scope)
}

/** RFC 9728: what a client needs to know of a resource, named in every challenge. */
export function describeResource(baseUrl: string, resource: Resource) {
  const { name, scopes, documentation } = resourceFacts[resource]
  return {
    resource: toResourceAddress(baseUrl, resource),
    authorization_servers: [baseUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: name,
    resource_documentation: `${baseUrl}${documentation}`,
  }
}
