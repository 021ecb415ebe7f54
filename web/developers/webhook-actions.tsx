// What an owner does with a webhook: test, edit, new secret, disable, delete.
import { useState } from 'preact/hooks'
import type { CreatedWebhook, WebhookSummary } from '#dashboard/webhooks.ts'
import { patch, post, remove } from '../parts/api.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icons.tsx'
import { forgetAnswers, useAction } from '../parts/load.ts'
import { navigate } from '../parts/router.ts'
import { CopyField, ShownOnce } from './copy-field.tsx'
import { type WebhookFields, WebhookForm } from './webhook-form.tsx'

/** Runs a change and shows what has become of the webhook. */
export type Act = (change: () => Promise<unknown>) => void

export function WebhookActions({
  webhook,
  act,
  isBusy,
  back,
}: {
  webhook: WebhookSummary
  act: Act
  isBusy: boolean
  /** Where to go when the webhook is deleted. */
  back: string
}) {
  const [secret, setSecret] = useState<string>()
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const path = `/webhooks/${webhook.id}`
  const rotate = async () => setSecret((await post<CreatedWebhook>(`${path}/rotate-secret`)).secret)
  const isDisabled = webhook.disabledAt !== null
  return (
    <div class="actions">
      <button disabled={isBusy} onClick={() => act(() => post(`${path}/test`))}>
        <Icon name="bolt" /> Send a test event
      </button>
      <button class="secondary" onClick={() => setEditing(true)}>
        Edit
      </button>
      <button class="secondary" disabled={isBusy} onClick={() => act(rotate)}>
        Rotate secret
      </button>
      <button
        class="secondary"
        disabled={isBusy}
        onClick={() => act(() => patch(path, { enabled: isDisabled }))}
      >
        {isDisabled ? 'Enable' : 'Disable'}
      </button>
      <button class="danger" onClick={() => setDeleting(true)}>
        Delete
      </button>
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
      {isEditing && (
        <EditDialog
          webhook={webhook}
          onClose={() => setEditing(false)}
          onChanged={() => act(async () => {})}
        />
      )}
      {isDeleting && (
        <Confirm
          title="Delete this webhook?"
          action="Delete webhook"
          run={async () => {
            await remove(path)
            forgetAnswers('/webhooks')
            navigate(back)
          }}
          onClose={() => setDeleting(false)}
        >
          <p>Its delivery log is deleted too, and pending deliveries are cancelled.</p>
        </Confirm>
      )}
    </div>
  )
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog title="Your new secret" onClose={onClose}>
      <div class="form">
        <ShownOnce what="the secret" kept="encrypted" />
        <CopyField text={secret} label="the secret" />
        <p class="soft small">
          For 24 hours, deliveries are signed with both secrets, so that you can switch without downtime.
        </p>
      </div>
    </Dialog>
  )
}

function EditDialog({
  webhook,
  onClose,
  onChanged,
}: {
  webhook: WebhookSummary
  onClose: () => void
  onChanged: () => void
}) {
  const [fields, setFields] = useState<WebhookFields>({
    url: webhook.url,
    description: webhook.description ?? '',
    events: webhook.events,
  })
  const action = useAction()
  const save = async () => {
    const description = fields.description.trim() || null
    if (!(await action.run(() => patch(`/webhooks/${webhook.id}`, { ...fields, description })))) return
    onChanged()
    onClose()
  }
  return (
    <Dialog title="Edit the webhook" onClose={onClose}>
      <WebhookForm
        fields={fields}
        change={setFields}
        isOfApplication={webhook.applicationId !== null}
        action="Save changes"
        isBusy={action.isBusy}
        problem={action.problem}
        onSubmit={save}
        onClose={onClose}
      />
    </Dialog>
  )
}
