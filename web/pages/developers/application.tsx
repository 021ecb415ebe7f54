// One application: credentials, settings, webhooks, what pilots are asked, and its health.
import { useState } from 'preact/hooks'
import type { ApplicationDetail, CreatedApplication } from '#dashboard/applications.ts'
import { destructiveScopes, scopes } from '#contract/scopes.ts'
import { patch, post, remove } from '../../parts/api.ts'
import { ApplicationForm } from '../../developers/application-form.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { formatAgo, formatMoment, formatWhole } from '../../parts/format.ts'
import { Icon } from '../../parts/icons.tsx'
import { forgetAnswers, useAction, useLoad } from '../../parts/load.ts'
import { ProblemNotice, Skeleton } from '../../parts/notices.tsx'
import { navigate, type PageProps } from '../../parts/router.ts'
import { CopyField, ShownOnce } from '../../developers/copy-field.tsx'
import { developerTabs, Tabs } from '../../parts/menu/tabs.tsx'
import { WebhookList } from '../../developers/webhook-list.tsx'
import { PageHead } from '../../parts/menu/page-head.tsx'

export default function ApplicationPage({ id = '' }: PageProps) {
  const loaded = useLoad<ApplicationDetail>(`/applications/${id}`)
  const application = loaded.value
  return (
    <>
      <PageHead
        title={application?.name ?? 'Application'}
        about={application?.description}
        back={{ path: '/app/developers/applications', name: 'Applications' }}
      />
      <Tabs tabs={developerTabs} label="Developers" current="/app/developers/applications" />
      <ProblemNotice problem={loaded.problem} retry={loaded.reload} />
      {application ? (
        <div class="two-columns">
          <div class="stack">
            <Credentials application={application} onChange={loaded.reload} />
            <Settings application={application} onChange={loaded.set} />
            <WebhookList applicationId={id} />
          </div>
          <div class="stack">
            <ConsentPreview application={application} />
            <Health application={application} />
            <DisableOrDelete application={application} onChange={loaded.set} />
          </div>
        </div>
      ) : (
        !loaded.problem && <Skeleton height="page" />
      )}
    </>
  )
}

function Credentials({ application, onChange }: { application: ApplicationDetail; onChange: () => void }) {
  const [secret, setSecret] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  return (
    <section class="card form">
      <h2>Credentials</h2>
      <div class="field">
        <span class="label">Client ID</span>
        <CopyField text={application.id} label="the client ID" />
      </div>
      {application.type === 'confidential' ? (
        <div class="field">
          <span class="label">Client secret</span>
          <div class="row">
            <button class="secondary small" onClick={() => setAsking(true)}>
              <Icon name="refresh" size={16} /> Rotate secret
            </button>
            <span class="soft small">
              {application.oldSecretExpiresAt !== null
                ? `The old secret works until ${formatMoment(application.oldSecretExpiresAt)}.`
                : 'Only its hash is stored.'}
            </span>
          </div>
        </div>
      ) : (
        <p class="soft small">A public application has no secret; it uses PKCE instead.</p>
      )}
      {isAsking && (
        <Confirm
          title="Rotate the secret?"
          action="Rotate secret"
          isDanger={false}
          run={async () => {
            const made = await post<CreatedApplication>(`/applications/${application.id}/rotate-secret`)
            setSecret(made.clientSecret ?? '')
            onChange()
          }}
          onClose={() => setAsking(false)}
        >
          <p>The current secret keeps working for 24 hours, so that you can switch without downtime.</p>
        </Confirm>
      )}
      {secret !== undefined && (
        <Dialog title="Your new secret" onClose={() => setSecret(undefined)}>
          <div class="form">
            <ShownOnce what="the secret" />
            <CopyField text={secret} label="the client secret" />
          </div>
        </Dialog>
      )}
    </section>
  )
}

function Settings({
  application,
  onChange,
}: {
  application: ApplicationDetail
  onChange: (changed: ApplicationDetail) => void
}) {
  const [isSaved, setSaved] = useState(false)
  return (
    <section class="card">
      <h2>Settings</h2>
      <ApplicationForm
        start={application}
        save={async ({ name, description, website, grants, scopes: wanted, redirectUris }) => {
          const change = { name, description, website, grants, scopes: wanted, redirectUris }
          setSaved(false)
          onChange(await patch(`/applications/${application.id}`, change))
          setSaved(true)
        }}
      />
      <p class="small soft" role="status">
        {isSaved && 'Saved.'}
      </p>
    </section>
  )
}

/** As a pilot will see it. */
function ConsentPreview({ application }: { application: ApplicationDetail }) {
  return (
    <section class="card">
      <h2>Consent preview</h2>
      <div class="preview">
        <p>
          <strong>{application.name}</strong> would like to:
        </p>
        <ul>
          {application.scopes.map((scope) => (
            <li key={scope}>
              {scopes[scope]}
              {destructiveScopes.includes(scope) && <span class="tag bad">only if requested explicitly</span>}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Health({ application }: { application: ApplicationDetail }) {
  const { refusals, incidents } = application
  return (
    <section class="card">
      <h2>Health</h2>
      <dl class="facts">
        <div>
          <dt>Connected pilots</dt>
          <dd>{formatWhole(application.connectedUsers)}</dd>
        </div>
        {refusals.map((refusal) => (
          <div key={refusal.error}>
            <dt>
              Rejected: <code>{refusal.error}</code>
            </dt>
            <dd>{`${formatWhole(refusal.count)}, last ${formatAgo(refusal.lastAt)}`}</dd>
          </div>
        ))}
      </dl>
      {refusals.length === 0 && (
        <p class="soft small">No token requests were rejected in the last 30 days.</p>
      )}
      {incidents.length > 0 && (
        <div class="notice bad">
          <Icon name="warning" />
          <div>
            <p>These were used twice, which may mean theft. All access they gave has been revoked:</p>
            <ul>
              {incidents.map((incident) => (
                <li key={incident.id}>
                  {incident.kind === 'code_replayed' ? 'Authorization code' : 'Refresh token'},{' '}
                  {formatMoment(incident.occurredAt)}
                  {incident.address && ` from ${incident.address}`}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </section>
  )
}

function DisableOrDelete({
  application,
  onChange,
}: {
  application: ApplicationDetail
  onChange: (changed: ApplicationDetail) => void
}) {
  const action = useAction()
  const [isDeleting, setDeleting] = useState(false)
  const isDisabled = application.disabledAt !== null
  const verb = isDisabled ? 'enable' : 'disable'
  return (
    <section class="card form">
      <h2>Disable or delete</h2>
      <p class="soft small">
        {isDisabled
          ? 'Disabled: no tokens are issued or accepted.'
          : 'Disabling rejects every token at once and can be undone. Deleting cannot.'}
      </p>
      <div class="row">
        <button
          class="secondary"
          disabled={action.isBusy}
          onClick={() =>
            void action.run(async () => onChange(await post(`/applications/${application.id}/${verb}`)))
          }
        >
          {isDisabled ? 'Enable' : 'Disable'}
        </button>
        <button class="danger" onClick={() => setDeleting(true)}>
          Delete
        </button>
      </div>
      <ProblemNotice problem={action.problem} />
      {isDeleting && (
        <Confirm
          title={`Delete “${application.name}”?`}
          action="Delete application"
          run={async () => {
            await remove(`/applications/${application.id}`)
            forgetAnswers('/applications')
            navigate('/app/developers/applications')
          }}
          onClose={() => setDeleting(false)}
        >
          <p>{`${describeLoss(application.connectedUsers)} This cannot be undone.`}</p>
        </Confirm>
      )}
    </section>
  )
}

function describeLoss(connectedPilots: number): string {
  if (connectedPilots === 0) return 'No pilot is connected.'
  if (connectedPilots === 1) return 'The connected pilot is disconnected.'
  return `All ${formatWhole(connectedPilots)} connected pilots are disconnected.`
}
