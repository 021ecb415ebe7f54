// Personal keys: made, shown once, revoked.
import { useEffect, useState } from 'preact/hooks'
import type { CreatedKey, KeySummary, NewKey } from '#dashboard/keys.ts'
import { destructiveScopes, type Scope } from '#contract/scopes.ts'
import { post, remove } from '../../parts/api.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { formatAgo, formatDate } from '../../parts/format.ts'
import { Icon } from '../../parts/icons.tsx'
import { useAction, useLoad } from '../../parts/load.ts'
import { Empty, ProblemNotice, Waiting } from '../../parts/notices.tsx'
import { ScopeChoices, ScopeTags } from '../../developers/scope-choices.tsx'
import { CopyField, ShownOnce } from '../../developers/copy-field.tsx'
import { developerTabs, Tabs } from '../../parts/tabs.tsx'

export default function Keys() {
  const keys = useLoad<{ items: KeySummary[] }>('/keys')
  const [isCreating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<KeySummary>()
  useEffect(() => {
    document.title = 'Keys · Cloudstreet'
  }, [])
  const live = keys.value?.items.filter((key) => !isOver(key)) ?? []
  const over = keys.value?.items.filter(isOver) ?? []
  return (
    <>
      <div class="page-head">
        <div>
          <h1>Developers</h1>
          <p>
            Personal keys are for your own scripts; applications for what other pilots will use.{' '}
            <a href="/docs">API documentation</a>
          </p>
        </div>
      </div>
      <Tabs tabs={developerTabs} label="Developers" current="/app/developers/keys" />
      <section class="card list-card" aria-labelledby="keys">
        <div class="list-head">
          <h2 id="keys">Personal keys</h2>
          <button onClick={() => setCreating(true)}>
            <Icon name="plus" /> New key
          </button>
        </div>
        <ProblemNotice problem={keys.problem} retry={keys.reload} />
        {!keys.value && !keys.problem && <Waiting height="card" />}
        {keys.value && live.length === 0 && (
          <Empty title="No key yet">
            <p>A key lets a script of yours upload and read your flights. It takes ten seconds.</p>
            <button onClick={() => setCreating(true)}>Make a key</button>
          </Empty>
        )}
        <ul class="records">
          {live.map((key) => (
            <KeyRow key={key.id} item={key} revoke={() => setRevoking(key)} />
          ))}
        </ul>
        {over.length > 0 && (
          <details class="older">
            <summary>
              {over.length === 1 ? 'One key that has ended' : `${over.length} keys that have ended`}
            </summary>
            <ul class="records">
              {over.map((key) => (
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
          action="Revoke the key"
          run={async () => {
            await remove(`/keys/${revoking.id}`)
            await keys.renew()
          }}
          onClose={() => setRevoking(undefined)}
        >
          <p>Every program that uses it is refused from now on. A revoked key cannot be brought back.</p>
        </Confirm>
      )}
    </>
  )
}

function isOver(key: KeySummary): boolean {
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
        <div>{item.lastUsedAt ? `Used ${formatAgo(item.lastUsedAt)}` : 'Not used yet'}</div>
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
  if (key.expiresAt === null) return 'Does not expire'
  return key.expiresAt < Date.now()
    ? `Expired ${formatDate(key.expiresAt)}`
    : `Until ${formatDate(key.expiresAt)}`
}

function NewKeyDialog({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const [wanted, setWanted] = useState<NewKey>({ name: '', scopes: ['flights:read'], days: 90 })
  const [created, setCreated] = useState<CreatedKey>()
  const action = useAction()
  const create = async (event: Event) => {
    event.preventDefault()
    await action.run(async () => {
      setCreated(await post<CreatedKey>('/keys', wanted))
      onCreated()
    })
  }
  if (created) return <CreatedKeyDialog created={created} scopes={wanted.scopes} onClose={onClose} />
  return (
    <Dialog title="New key" onClose={onClose}>
      <form class="form" onSubmit={(event) => void create(event)}>
        <div class="field">
          <label for="key-name">Name</label>
          <input
            id="key-name"
            required
            maxLength={100}
            placeholder="Backup script"
            value={wanted.name}
            onInput={(event) => setWanted({ ...wanted, name: event.currentTarget.value })}
          />
        </div>
        <ScopeChoices
          legend="What it may do"
          chosen={wanted.scopes}
          choose={(scopes) => setWanted({ ...wanted, scopes })}
          leaveOut={destructiveScopes}
        />
        <div class="field">
          <label for="key-days">Ends after</label>
          <select
            id="key-days"
            value={String(wanted.days ?? '')}
            onChange={(event) =>
              setWanted({
                ...wanted,
                days: event.currentTarget.value === '' ? null : Number(event.currentTarget.value),
              })
            }
          >
            {[7, 30, 90, 180, 365].map((days) => (
              <option key={days} value={String(days)}>{`${days} days`}</option>
            ))}
            <option value="">Never</option>
          </select>
        </div>
        <ProblemNotice problem={action.problem} />
        <div class="dialog-foot">
          <button class="secondary" type="button" onClick={onClose}>
            Cancel
          </button>
          <button disabled={action.isBusy || wanted.scopes.length === 0}>Make the key</button>
        </div>
      </form>
    </Dialog>
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
  const line = scopes.includes('flights:write')
    ? `curl -H "Authorization: Bearer ${created.key}" \\\n  -H "Content-Type: application/octet-stream" \\\n  --data-binary @flight.igc \\\n  ${location.origin}/api/v1/flights/upload`
    : `curl -H "Authorization: Bearer ${created.key}" \\\n  ${location.origin}${scopes.includes('flights:read') ? '/api/v1/flights' : '/api/v1/profile'}`
  return (
    <Dialog title="Your new key" onClose={onClose}>
      <div class="form">
        <ShownOnce what="the key" />
        <CopyField text={created.key} label="the key" />
        <p>Try it in a terminal:</p>
        <CopyField text={line} label="the command" isBlock />
        <div class="dialog-foot">
          <button onClick={onClose}>I have it</button>
        </div>
      </div>
    </Dialog>
  )
}
