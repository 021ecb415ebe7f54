// The webhooks of a user or an application, and the dialog that registers one.
import { useState } from 'preact/hooks'
import { defaultEvents } from '#contract/event-names.ts'
import type { CreatedWebhook, Webhook } from '#contract/webhooks.ts'
import { post } from '../parts/api.ts'
import { Dialog } from '../parts/dialog.tsx'
import { formatAgo } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { useData } from '../parts/load.ts'
import { Empty, Wait } from '../parts/notices.tsx'
import { CopyField, ShownOnce } from './copy-field.tsx'
import { WebhookDialog, type WebhookFields } from './webhook-dialog.tsx'

export function WebhookList({ applicationId }: { applicationId?: string }) {
  const webhooks = useData<Webhook[]>(listPath(applicationId))
  const [isCreating, setCreating] = useState(false)
  const items = webhooks.value
  return (
    <section class="card list-card" aria-labelledby="webhooks">
      <div class="list-head">
        <h2 id="webhooks">Webhooks</h2>
        <button onClick={() => setCreating(true)}>
          <Icon name="plus" /> Register webhook
        </button>
      </div>
      <Wait loaded={webhooks} height="card" />
      {items?.length === 0 && (
        <Empty title="No webhooks yet">
          <p>Register a URL and send it a test event. There is no need to poll.</p>
        </Empty>
      )}
      <ul class="records">
        {items?.map((webhook) => (
          <li key={webhook.id}>
            <div>
              <a class="record-name" href={pathOf(webhook.id, applicationId)}>
                {webhook.url}
              </a>
              {webhook.description && <div class="small">{webhook.description}</div>}
              <div class="soft small">
                {webhook.lastDeliveredAt
                  ? `Last delivery ${formatAgo(Date.parse(webhook.lastDeliveredAt))}`
                  : 'No deliveries yet'}
                {webhook.pendingCount > 0 && `, ${webhook.pendingCount} pending`}
              </div>
            </div>
            <div>
              <WebhookState webhook={webhook} />
            </div>
            <a class="button secondary small" href={pathOf(webhook.id, applicationId)}>
              Open
            </a>
          </li>
        ))}
      </ul>
      {isCreating && (
        <NewWebhookDialog
          applicationId={applicationId}
          onClose={() => setCreating(false)}
          onCreated={webhooks.reload}
        />
      )}
    </section>
  )
}

/** Webhooks of the user, or of an application of theirs. */
export function listPath(applicationId: string | null | undefined): string {
  return applicationId ? `/applications/${applicationId}/webhooks` : '/webhooks'
}

function pathOf(id: string, applicationId: string | undefined): string {
  const suffix = applicationId ? `?application=${applicationId}` : ''
  return `/app/developers/webhooks/${id}${suffix}`
}

export function WebhookState({ webhook }: { webhook: Webhook }) {
  if (!webhook.enabled) return <span class="tag bad">Disabled</span>
  if (webhook.failing) return <span class="tag sun">Failing</span>
  return <span class="tag good">Healthy</span>
}

function NewWebhookDialog({
  applicationId,
  onClose,
  onCreated,
}: {
  applicationId: string | undefined
  onClose: () => void
  onCreated: () => void
}) {
  const [created, setCreated] = useState<CreatedWebhook>()
  const create = async (fields: WebhookFields) => {
    setCreated((await post<{ data: CreatedWebhook }>(listPath(applicationId), fields)).data)
    onCreated()
  }
  if (!created) {
    return (
      <WebhookDialog
        title="Register a webhook"
        label="Register webhook"
        start={{ url: '', description: null, events: [...defaultEvents] }}
        isOfApplication={applicationId !== undefined}
        save={create}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title="Webhook registered" onClose={onClose}>
      <div class="form">
        <p>Verify every delivery with this secret:</p>
        <CopyField text={created.secret} label="the secret" />
        <ShownOnce what="the secret" kept="encrypted" />
        <div class="dialog-foot">
          <a class="button" href={pathOf(created.id, applicationId)}>
            Send a test event
          </a>
        </div>
      </div>
    </Dialog>
  )
}
