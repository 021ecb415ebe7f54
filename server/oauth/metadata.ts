// RFC 8414: what a client library needs to know, found by the base URL alone.
import { grantTypes } from '#contract/oauth.ts'
import { allScopes } from '#contract/scopes.ts'

const clientAuthMethods = ['client_secret_basic', 'client_secret_post']

export function describeServer(baseUrl: string) {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/api/oauth/token`,
    device_authorization_endpoint: `${baseUrl}/api/oauth/device_authorization`,
    revocation_endpoint: `${baseUrl}/api/oauth/revoke`,
    introspection_endpoint: `${baseUrl}/api/oauth/introspect`,
    scopes_supported: allScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: grantTypes,
    token_endpoint_auth_methods_supported: [...clientAuthMethods, 'none'],
    revocation_endpoint_auth_methods_supported: [...clientAuthMethods, 'none'],
    introspection_endpoint_auth_methods_supported: clientAuthMethods,
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    // RFC 9207: responses name their issuer, so that a client of several servers cannot mix them up.
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${baseUrl}/docs`,
  }
}

/** RFC 9728: what a client needs to know of the API itself, named in every challenge. */
export function describeResource(baseUrl: string) {
  return {
    resource: baseUrl,
    authorization_servers: [baseUrl],
    scopes_supported: allScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Cloudstreet',
    resource_documentation: `${baseUrl}/docs`,
  }
}
