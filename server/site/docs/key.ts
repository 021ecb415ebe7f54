// The key that a signed-in reader makes for trying: it lasts a day, and fills the samples of the page that shows it.
import type { FastifyRequest } from 'fastify'
import { type Scope, scopes } from '#contract/scopes.ts'
import { byProvedUser } from '#server/access/security-log/security-log.ts'
import type { ByProved } from '#server/access/security-log/store.ts'
import {
  createFormToken,
  isProofRecent,
  requireFormToken,
  requireSameSite,
  type Session,
  type SessionServices,
} from '#server/access/session.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { Form } from '#server/platform/http/forms.ts'
import { html } from '#server/platform/http/html.ts'

export const KEY_NAME = 'Documentation'
const KEY_DAYS = 1
const PURPOSE = 'documentation key'
/** Reading and uploading; webhooks only where the reader ticks it. */
const offered: Scope[] = ['flights:read', 'flights:write', 'profile:read', 'webhooks:manage']
const unticked: Scope[] = ['webhooks:manage']

export interface NewKey {
  name: string
  days: number
  scopes: Scope[]
}

/** Made by the feature that has the keys, and handed over by app.ts. */
export type CreateKey = (userId: string, asked: NewKey, by: ByProved) => Promise<{ key: string }>

export interface DocsServices extends SessionServices {
  readonly createKey: CreateKey
}

/** The session must be there, and proved recently. */
export async function makeKey(services: DocsServices, request: FastifyRequest): Promise<string> {
  const { session } = request
  requireSameSite(services, request)
  const form = request.body instanceof Form ? request.body : new Form()
  requireFormToken(services, session, PURPOSE, form.get('form_token') ?? '')
  const asked = form.getAll('scope')
  const chosen = offered.filter((scope) => asked.includes(scope))
  if (chosen.length === 0) throw invalidRequest('A key needs at least one scope: go back and tick one.')
  const wanted = { name: KEY_NAME, days: KEY_DAYS, scopes: chosen }
  const { key } = await services.createKey(session.userId, wanted, byProvedUser(request))
  return key
}

export interface Reader {
  session: Session | undefined
  /** The path of the page. */
  here: string
  /** Scopes that a key needs for the page. */
  needed: readonly string[]
  /** Made just now. */
  key?: string | undefined
}

export function showReader(services: DocsServices, reader: Reader): unknown {
  const { session, here, key } = reader
  // Anyone who has an account to review first does that on the way to making a key.
  if (!session)
    return html`<p class="note" data-stranger>
      <a href=${`/sign-in?return_to=${encodeURIComponent(here)}`}>Sign in</a> to fill these samples with a key
      of your own.
    </p>`
  // A script keeps the key only as long as this reader is the one who is signed in.
  const holder = createFormToken(services, session, 'documentation holder')
  return html`<section class="note" data-holder=${holder} data-key=${key}>
    ${
      key !== undefined &&
      html`<p class="good" role="status">
          Your key is in the samples. It is shown only once and works for one day:
        </p>
        <p><code class="shown-key">${key}</code></p>`
    }
    ${key === undefined && showForm(services, session, reader)}
    <p data-kept hidden>
      Your key <code></code> is in the samples. This tab forgets it when you sign out or close it.
      <button type="button" class="secondary small">Forget it now</button>
    </p>
  </section>`
}

function showForm(services: DocsServices, session: Session, { here, needed }: Reader): unknown {
  if (!isProofRecent(session, services.now()))
    return html`<p>
      <a href=${`/sign-in?again=true&return_to=${encodeURIComponent(here)}`}>Confirm that it is you</a> to
      create a one-day test key, which fills these samples.
    </p>`
  return html`<details data-make>
    <summary>Create a one-day test key</summary>
    <form method="post" action=${here}>
      <p>It fills in the samples, is named ${KEY_NAME}, works for one day, and may:</p>
      ${offered.map(
        (scope) =>
          html`<label class="choice"
            ><input
              type="checkbox"
              name="scope"
              value=${scope}
              checked=${!unticked.includes(scope) || needed.includes(scope)}
            />${scopes[scope]} <code>${scope}</code></label
          >`,
      )}
      <input type="hidden" name="form_token" value=${createFormToken(services, session, PURPOSE)} />
      <button>Create key</button>
      <p class="hint">
        You can revoke it under <a href="/app/developers/keys">Developers › Keys</a> at any time.
      </p>
    </form>
  </details>`
}
