// What an application is: its name, its kind, where it may send pilots back to, what it may ask for.
import { useState } from 'preact/hooks'
import type { GrantName } from '#contract/oauth.ts'
import type { ApplicationType, NewApplication } from '#dashboard/applications.ts'
import type { useAction } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'
import { ScopeChoices } from './scope-choices.tsx'

const grantWords: Record<GrantName, string> = {
  authorization_code: 'A pilot signs in and allows it (code with PKCE)',
  refresh_token: 'It stays connected (refresh tokens)',
  device_code: 'A device without a browser (device code)',
  client_credentials: 'A backend acts on your own account (client credentials)',
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
            maxLength={100}
            value={wanted.name}
            onInput={(event) => change({ name: event.currentTarget.value })}
          />
          <span class="hint">Pilots see it when they are asked.</span>
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
        <label for="app-description">What it does, in a sentence</label>
        <input
          id="app-description"
          maxLength={500}
          value={wanted.description ?? ''}
          onInput={(event) => change({ description: event.currentTarget.value || null })}
        />
      </div>
      {isNew && (
        <fieldset>
          <legend>Kind</legend>
          {(
            [
              ['confidential', 'It runs on a server and can keep a secret'],
              ['public', 'It runs on a phone, in a browser or on a device: no secret, PKCE always'],
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
        <legend>How it gets a token</legend>
        {(Object.entries(grantWords) as [GrantName, string][])
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
        <span class="hint">One a line, matched exactly. http://127.0.0.1 fits on any port.</span>
      </div>
      <ScopeChoices
        legend="What it may ask for"
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
        <button disabled={action.isBusy}>{isNew ? 'Register' : 'Save'}</button>
      </div>
    </form>
  )
}
