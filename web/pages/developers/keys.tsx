// Personal keys: create, show once, revoke.
import { useState } from 'preact/hooks'
import type { CreatedKey, KeySummary, NewKey } from '#dashboard/keys.ts'
import { MAX_KEY_DAYS, MAX_NAME_LENGTH } from '#dashboard/limits.ts'
import { keyScopes, type Scope, scopes as scopeWords } from '#contract/scopes.ts'
import { post, remove } from '../../parts/api.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/form/field.tsx'
import { FormDialog } from '../../parts/form/form-dialog.tsx'
import { formatAgo, formatDate } from '../../parts/format.ts'
import { Icon } from '../../parts/icons.tsx'
import { useLoad } from '../../parts/load.ts'
import { Empty, Wait } from '../../parts/notices.tsx'
import { Choices } from '../../developers/choices.tsx'
import { writeFirstCall } from '../../developers/first-call.ts'
import { ScopeTags } from '../../developers/scope-tags.tsx'
import { CopyField, ShownOnce } from '../../developers/copy-field.tsx'
import { developerTabs, Tabs } from '../../parts/menu/tabs.tsx'
import { PageHead } from '../../parts/menu/page-head.tsx'

export default function Keys() {
  const keys = useLoad<{ items: KeySummary[] }>('/keys')
  const [isCreating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<KeySummary>()
  const live = keys.value?.items.filter((key) => !hasEnded(key)) ?? []
  const ended = keys.value?.items.filter(hasEnded) ?? []
  return (
    <>
      <PageHead
        title="Keys"
        about={
          <>
            Use a personal key for your own scripts, and an application for what other pilots will use.{' '}
            <a href="/docs">API documentation</a>
          </>
        }
      />
      <Tabs tabs={developerTabs} label="Developers" current="/app/developers/keys" />
      <section class="card list-card" aria-labelledby="keys">
        <div class="list-head">
          <h2 id="keys">Personal keys</h2>
          <button onClick={() => setCreating(true)}>
            <Icon name="plus" /> Create key
          </button>
        </div>
        <Wait loaded={keys} height="card" />
        {keys.value && live.length === 0 && (
          <Empty title="No keys yet">
            <p>A key lets your own scripts upload and read your flights.</p>
            <button onClick={() => setCreating(true)}>Create your first key</button>
          </Empty>
        )}
        <ul class="records">
          {live.map((key) => (
            <KeyRow key={key.id} item={key} revoke={() => setRevoking(key)} />
          ))}
        </ul>
        {ended.length > 0 && (
          <details class="older">
            <summary>
              {ended.length === 1 ? '1 expired or revoked key' : `${ended.length} expired or revoked keys`}
            </summary>
            <ul class="records">
              {ended.map((key) => (
                <KeyRow key={key.id} item={key} />
              ))}
            </ul>
          </details>
        )}
      </section>
      {isCreating && <NewKeyDialog onClose={() => setCreating(false)} onCreated={keys.reload} />}
      {revoking && (
        <Confirm
          title={`Revoke “${revoking.name}”?`}
          action="Revoke key"
          run={async () => {
            await remove(`/keys/${revoking.id}`)
            await keys.renew()
          }}
          onClose={() => setRevoking(undefined)}
        >
          <p>Programs that use this key stop working at once. A revoked key cannot be restored.</p>
        </Confirm>
      )}
    </>
  )
}

function hasEnded(key: KeySummary): boolean {
  return key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt < Date.now())
}

function KeyRow({ item, revoke }: { item: KeySummary; revoke?: () => void }) {
  return (
    <li>
      <div>
        <strong>{item.name}</strong> <code class="soft">{item.hint}</code>
        <div>
          <ScopeTags list={item.scopes} />
        </div>
      </div>
      <div class="soft small">
        <div>{item.lastUsedAt ? `Last used ${formatAgo(item.lastUsedAt)}` : 'Never used'}</div>
        <div>{describeEnd(item)}</div>
      </div>
      {revoke && (
        <button class="danger small" onClick={revoke}>
          Revoke
        </button>
      )}
    </li>
  )
}

function describeEnd(key: KeySummary): string {
  if (key.revokedAt !== null) return `Revoked ${formatDate(key.revokedAt)}`
  if (key.expiresAt === null) return 'Never expires'
  return key.expiresAt < Date.now()
    ? `Expired ${formatDate(key.expiresAt)}`
    : `Expires ${formatDate(key.expiresAt)}`
}

function NewKeyDialog({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const [wanted, setWanted] = useState<NewKey>({ name: '', scopes: ['flights:read'], days: 90 })
  const [created, setCreated] = useState<CreatedKey>()
  const create = async () => {
    setCreated(await post<CreatedKey>('/keys', wanted))
    onCreated()
  }
  if (created) return <CreatedKeyDialog created={created} scopes={wanted.scopes} onClose={onClose} />
  return (
    <FormDialog
      title="Create a key"
      label="Create key"
      isReady={wanted.scopes.length > 0}
      submit={create}
      onClose={onClose}
    >
      <Field
        id="key-name"
        label="Name"
        required
        maxLength={MAX_NAME_LENGTH}
        placeholder="Backup script"
        value={wanted.name}
        change={(name) => setWanted({ ...wanted, name })}
      />
      <Choices
        legend="Permissions"
        names={keyScopes}
        words={scopeWords}
        chosen={wanted.scopes}
        choose={(scopes) => setWanted({ ...wanted, scopes })}
      />
      <Field
        id="key-days"
        label="Expires after (days)"
        hint={`A whole number from 1 to ${MAX_KEY_DAYS}. Leave it empty for a key that never expires.`}
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_KEY_DAYS}
        step={1}
        placeholder="Never"
        value={wanted.days ?? ''}
        change={(days) => setWanted({ ...wanted, days: days === '' ? null : Number(days) })}
      />
    </FormDialog>
  )
}

function CreatedKeyDialog({
  created,
  scopes,
  onClose,
}: {
  created: CreatedKey
  scopes: Scope[]
  onClose: () => void
}) {
  return (
    <Dialog title="Your new key" onClose={onClose}>
      <div class="form">
        <ShownOnce what="the key" />
        <CopyField text={created.key} label="the key" />
        <p>Try it in a terminal:</p>
        <CopyField text={writeFirstCall(location.origin, created.key, scopes)} label="the command" isBlock />
        <div class="dialog-foot">
          <button onClick={onClose}>Done</button>
        </div>
      </div>
    </Dialog>
  )
}
