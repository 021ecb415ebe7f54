// The developer's applications.
import { useState } from 'preact/hooks'
import type { ApplicationSummary, CreatedApplication } from '#dashboard/applications.ts'
import { post } from '../../parts/api.ts'
import { ApplicationForm } from '../../developers/application-form.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { formatDate, formatWhole } from '../../parts/format.ts'
import { Icon } from '../../parts/icons.tsx'
import { useLoad } from '../../parts/load.ts'
import { Empty, Wait } from '../../parts/notices.tsx'
import { ScopeTags } from '../../developers/scope-tags.tsx'
import { CopyField, ShownOnce } from '../../developers/copy-field.tsx'
import { developerTabs, Tabs } from '../../parts/menu/tabs.tsx'
import { PageHead } from '../../parts/menu/page-head.tsx'

export default function Applications() {
  const applications = useLoad<{ items: ApplicationSummary[] }>('/applications')
  const [isCreating, setCreating] = useState(false)
  const items = applications.value?.items
  return (
    <>
      <PageHead
        title="Applications"
        about="An application acts on behalf of pilots who allow it to, using OAuth 2.0."
      />
      <Tabs tabs={developerTabs} label="Developers" current="/app/developers/applications" />
      <section class="card list-card" aria-labelledby="applications">
        <div class="list-head">
          <h2 id="applications">Applications</h2>
          <button onClick={() => setCreating(true)}>
            <Icon name="plus" /> Register application
          </button>
        </div>
        <Wait loaded={applications} height="card" />
        {items?.length === 0 && (
          <Empty title="No applications yet">
            <p>Register one so that pilots can connect their flights to what you build.</p>
            <button onClick={() => setCreating(true)}>Register your first application</button>
          </Empty>
        )}
        <ul class="records">
          {items?.map((item) => (
            <li key={item.id}>
              <div>
                <a class="record-name" href={`/app/developers/applications/${item.id}`}>
                  {item.name}
                </a>{' '}
                {item.disabledAt !== null && <span class="tag bad">Disabled</span>}
                <div>
                  <ScopeTags list={item.scopes} />
                </div>
              </div>
              <div class="soft small">
                <div>
                  {item.connectedUsers === 1
                    ? '1 connected pilot'
                    : `${formatWhole(item.connectedUsers)} connected pilots`}
                </div>
                <div>{`Registered ${formatDate(item.createdAt)}`}</div>
              </div>
              <a class="button secondary small" href={`/app/developers/applications/${item.id}`}>
                Manage
              </a>
            </li>
          ))}
        </ul>
      </section>
      {isCreating && (
        <NewApplicationDialog onClose={() => setCreating(false)} onCreated={applications.reload} />
      )}
    </>
  )
}

function NewApplicationDialog({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const [created, setCreated] = useState<CreatedApplication>()
  if (created) {
    return (
      <Dialog title="Application registered" onClose={onClose}>
        <div class="form">
          <div class="field">
            <span class="label">Client ID</span>
            <CopyField text={created.id} label="the client ID" />
          </div>
          {created.clientSecret !== null && (
            <div class="field">
              <span class="label">Client secret</span>
              <CopyField text={created.clientSecret} label="the client secret" />
              <ShownOnce what="the secret" />
            </div>
          )}
          <div class="dialog-foot">
            <a class="button" href={`/app/developers/applications/${created.id}`}>
              Open application
            </a>
          </div>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title="Register an application" onClose={onClose}>
      <ApplicationForm
        isNew
        save={async (wanted) => {
          setCreated(await post<CreatedApplication>('/applications', wanted))
          onCreated()
        }}
        onCancel={onClose}
      />
    </Dialog>
  )
}
