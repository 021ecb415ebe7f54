// The permissions of a credential. The words are shown to pilots on the consent page.

export const scopes = {
  'flights:read': 'See your flights and download their IGC files',
  'flights:write': 'Upload flights and photos, correct their details and change who may see them',
  'flights:delete': 'Delete your flights and photos',
  'profile:read': 'See your name, picture, club and CIVL id',
  'profile:email': 'See your email address',
  'clubs:read': 'See your clubs and their members',
  'clubs:manage': 'Join and leave clubs for you, and manage those you run: settings, members, invitations',
  'webhooks:manage': 'Register, change and delete your webhooks',
  'devices:manage': 'Add and remove instruments and apps that upload for you',
  openid: 'Sign you in: know which account is yours',
} as const

export type Scope = keyof typeof scopes

/** For personal keys alone: an application manages its own webhooks by its client credentials. */
const KEY_SCOPE = 'webhooks:manage'

/** OpenID Connect: a user signs in to an application. Any application may ask its users for it; no key has it. */
export const SIGN_IN_SCOPE = 'openid'

/**
 * For the program that comes with the service alone: a device password outlives the token that made it, so no other
 * application and no key can make one.
 */
export const DEVICES_SCOPE = 'devices:manage'

const ownScopes: readonly Scope[] = [KEY_SCOPE, DEVICES_SCOPE, SIGN_IN_SCOPE]

/** Scopes that applications are registered for. */
export const applicationScopes: Scope[] = (Object.keys(scopes) as Scope[]).filter(
  (scope) => !ownScopes.includes(scope),
)

/** The scopes that an application's token keeps after a change of its registration. */
export function keepRegistered(given: readonly Scope[], registered: readonly Scope[]): readonly Scope[] {
  return given.filter((scope) => scope === SIGN_IN_SCOPE || registered.includes(scope))
}

/** Never granted to a personal key, and only when an application asks for them by name. */
export const destructiveScopes: readonly Scope[] = ['flights:delete']

/** Granted only where a request names them. */
export const namedScopes: readonly Scope[] = [...destructiveScopes, DEVICES_SCOPE]

/** Scopes that a personal key can be made with. */
export const keyScopes: readonly Scope[] = [
  ...applicationScopes.filter((scope) => !destructiveScopes.includes(scope)),
  KEY_SCOPE,
]

export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopes, text)
}

/** Space-separated, as OAuth writes them; each once, in the order given. */
export function splitScopes(text: string): string[] {
  return [...new Set(text.split(' ').filter(Boolean))]
}
