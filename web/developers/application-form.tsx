// The form of an application: name, type, grant types, redirect URIs, scopes.
import { useState } from 'preact/hooks'
import type { GrantName } from '#contract/oauth.ts'
import { applicationScopes } from '#contract/scopes.ts'
import type { ApplicationType, NewApplication } from '#dashboard/applications.ts'
import type { useAction } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'
import { ScopeChoices } from './scope-choices.tsx'

const MAX_NAME_LENGTH = 100
const MAX_DESCRIPTION_LENGTH = 500

const grantNames: Record<GrantName, string> = {
  authorization_code: 'Authorization code with PKCE: a pilot signs in and allows access',
  refresh_token: 'Refresh token: the application stays connected',
  device_code: 'Device code: for devices without a browser',
  client_credentials: 'Client credentials: a backend acts on your own account',
}

const empty: NewApplication = {
  name: '',
  description: null,
  website: null,
  type: 'confidential',
  grants: ['authorization_code', 'refresh_token'],
  scopes: ['flights:read'],
  redirectUris: [],
}

export function ApplicationForm({
  start = empty,
  isNew = false,
  action,
  save,
  onCancel,
}: {
  start?: NewApplication
  isNew?: boolean
  action: ReturnType<typeof useAction>
  save: (wanted: NewApplication) => Promise<void>
  onCancel?: () => void
}) {
  const [wanted, setWanted] = useState<NewApplication>(start)
  const [uris, setUris] = useState(start.redirectUris.join('\n'))
  const change = (part: Partial<NewApplication>) => setWanted({ ...wanted, ...part })
  const submit = (event: Event) => {
    event.preventDefault()
    const redirectUris = uris.split(/\s+/).filter(Boolean)
    void save({ ...wanted, redirectUris })
  }
  return (
    <form class="form" onSubmit={submit}>
      <div class="form-columns">
        <div class="field">
          <label for="app-name">Name</label>
          <input
            id="app-name"
            required
            maxLength={MAX_NAME_LENGTH}
            value={wanted.name}
            onInput={(event) => change({ name: event.currentTarget.value })}
          />
          <span class="hint">Pilots see it on the consent page.</span>
        </div>
        <div class="field">
          <label for="app-website">Website</label>
          <input
            id="app-website"
            type="url"
            placeholder="https://"
            value={wanted.website ?? ''}
            onInput={(event) => change({ website: event.currentTarget.value || null })}
          />
        </div>
      </div>
      <div class="field">
        <label for="app-description">What it does, in one sentence</label>
        <input
          id="app-description"
          maxLength={MAX_DESCRIPTION_LENGTH}
          value={wanted.description ?? ''}
          onInput={(event) => change({ description: event.currentTarget.value || null })}
        />
      </div>
      {isNew && (
        <fieldset>
          <legend>Type</legend>
          {(
            [
              ['confidential', 'Confidential: runs on a server and can keep a secret'],
              ['public', 'Public: runs on a phone, in a browser or on a device; no secret, always PKCE'],
            ] as [ApplicationType, string][]
          ).map(([type, words]) => (
            <label key={type} class="choice">
              <input
                type="radio"
                name="type"
                checked={wanted.type === type}
                onChange={() =>
                  change({
                    type,
                    grants:
                      type === 'public'
                        ? wanted.grants.filter((grant) => grant !== 'client_credentials')
                        : wanted.grants,
                  })
                }
              />
              <span>{words}</span>
            </label>
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend>Grant types</legend>
        {(Object.entries(grantNames) as [GrantName, string][])
          .filter(([grant]) => wanted.type === 'confidential' || grant !== 'client_credentials')
          .map(([grant, words]) => (
            <label key={grant} class="choice">
              <input
                type="checkbox"
                checked={wanted.grants.includes(grant)}
                onChange={(event) =>
                  change({
                    grants: event.currentTarget.checked
                      ? [...wanted.grants, grant]
                      : wanted.grants.filter((other) => other !== grant),
                  })
                }
              />
              <span>{words}</span>
            </label>
          ))}
      </fieldset>
      <div class="field">
        <label for="app-uris">Redirect URIs</label>
        <textarea
          id="app-uris"
          placeholder="https://example.org/callback"
          value={uris}
          onInput={(event) => setUris(event.currentTarget.value)}
        />
        <span class="hint">One per line, matched exactly. http://127.0.0.1 matches any port.</span>
      </div>
      <ScopeChoices
        legend="Scopes it may request"
        names={applicationScopes}
        chosen={wanted.scopes}
        choose={(scopes) => change({ scopes })}
      />
      <ProblemNotice problem={action.problem} />
      <div class="dialog-foot">
        {onCancel && (
          <button class="secondary" type="button" onClick={onCancel}>
            Cancel
          </button>
        )}
        <button disabled={action.isBusy}>{isNew ? 'Register application' : 'Save changes'}</button>
      </div>
    </form>
  )
}
