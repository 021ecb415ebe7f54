// The form of an application: name, type, grant types, redirect URIs, scopes.
import { MAX_NAME_LENGTH } from '#dashboard/limits.ts'
import { useState } from 'preact/hooks'
import type { GrantName } from '#contract/oauth.ts'
import { applicationScopes, scopes } from '#contract/scopes.ts'
import type { ApplicationType, NewApplication } from '#dashboard/applications.ts'
import { Field } from '../parts/form/field.tsx'
import { Buttons, Form } from '../parts/form/form.tsx'
import { useAction } from '../parts/load.ts'
import { Choices } from './choices.tsx'

const MAX_DESCRIPTION_LENGTH = 500

const grantWords: Record<GrantName, string> = {
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
  save,
  onCancel,
}: {
  start?: NewApplication
  isNew?: boolean
  save: (wanted: NewApplication) => Promise<void>
  onCancel?: () => void
}) {
  const action = useAction()
  const [wanted, setWanted] = useState<NewApplication>(start)
  const [uris, setUris] = useState(start.redirectUris.join('\n'))
  const change = (part: Partial<NewApplication>) => setWanted({ ...wanted, ...part })
  const submit = () => save({ ...wanted, redirectUris: uris.split(/\s+/).filter(Boolean) })
  const label = isNew ? 'Register application' : 'Save changes'
  return (
    <Form
      action={action}
      submit={submit}
      foot={<Buttons action={action} label={label} onCancel={onCancel} />}
    >
      <div class="form-columns">
        <Field
          id="app-name"
          label="Name"
          hint="Pilots see it on the consent page."
          required
          maxLength={MAX_NAME_LENGTH}
          value={wanted.name}
          change={(name) => change({ name })}
        />
        <Field
          id="app-website"
          label="Website"
          type="url"
          placeholder="https://"
          value={wanted.website ?? ''}
          change={(website) => change({ website: website || null })}
        />
      </div>
      <Field
        id="app-description"
        label="What it does, in one sentence"
        maxLength={MAX_DESCRIPTION_LENGTH}
        value={wanted.description ?? ''}
        change={(description) => change({ description: description || null })}
      />
      {isNew && <TypeChoice type={wanted.type} choose={(type) => change(withType(wanted, type))} />}
      <Choices
        legend="Grant types"
        names={grantsOf(wanted.type)}
        words={grantWords}
        showsNames={false}
        chosen={wanted.grants}
        choose={(grants) => change({ grants })}
      />
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
      <Choices
        legend="Scopes it may request"
        names={applicationScopes}
        words={scopes}
        chosen={wanted.scopes}
        choose={(chosen) => change({ scopes: chosen })}
      />
    </Form>
  )
}

const typeWords: Record<ApplicationType, string> = {
  confidential: 'Confidential: runs on a server and can keep a secret',
  public: 'Public: runs on a phone, in a browser or on a device; no secret, always PKCE',
}

function TypeChoice({ type, choose }: { type: ApplicationType; choose: (type: ApplicationType) => void }) {
  return (
    <fieldset>
      <legend>Type</legend>
      {(Object.entries(typeWords) as [ApplicationType, string][]).map(([one, words]) => (
        <label key={one} class="choice">
          <input type="radio" name="type" checked={type === one} onChange={() => choose(one)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Without a secret there are no client credentials. */
function grantsOf(type: ApplicationType): GrantName[] {
  const grants = Object.keys(grantWords) as GrantName[]
  return type === 'confidential' ? grants : grants.filter((grant) => grant !== 'client_credentials')
}

function withType(wanted: NewApplication, type: ApplicationType): Partial<NewApplication> {
  return { type, grants: wanted.grants.filter((grant) => grantsOf(type).includes(grant)) }
}
