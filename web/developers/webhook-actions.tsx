// An owner's actions on a webhook: test, edit, new secret, disable, delete.
import { useState } from 'preact/hooks'
import type { RotatedSecret, Webhook } from '#contract/webhooks.ts'
import { patch, post, remove } from '../parts/api.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icons.tsx'
import { forgetAnswers } from '../parts/load.ts'
import { navigate } from '../parts/router.ts'
import { CopyField, ShownOnce } from './copy-field.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

/** Runs a change and shows what has become of the webhook. */
export type Act = (change: () => Promise<unknown>) => void

export function WebhookActions({
  webhook,
  isOfApplication,
  act,
  isBusy,
  back,
}: {
  webhook: Webhook
  isOfApplication: boolean
  act: Act
  isBusy: boolean
  /** Where to go when the webhook is deleted. */
  back: string
}) {
  const [secret, setSecret] = useState<string>()
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const path = `/webhooks/${webhook.id}`
  const rotate = async () =>
    setSecret((await post<{ data: RotatedSecret }>(`${path}/rotate-secret`)).data.secret)
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
        onClick={() => act(() => patch(path, { enabled: !webhook.enabled }))}
      >
        {webhook.enabled ? 'Disable' : 'Enable'}
      </button>
      <button class="danger" onClick={() => setDeleting(true)}>
        Delete
      </button>
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
      {isEditing && (
        <EditDialog
          webhook={webhook}
          isOfApplication={isOfApplication}
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
            for (const list of ['/webhooks', '/applications']) forgetAnswers(list)
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
  webhook: { id, url, description, events },
  isOfApplication,
  onClose,
  onChanged,
}: {
  webhook: Webhook
  isOfApplication: boolean
  onClose: () => void
  onChanged: () => void
}) {
  return (
    <WebhookDialog
      title="Edit the webhook"
      label="Save changes"
      start={{ url, description, events }}
      isOfApplication={isOfApplication}
      save={async (fields) => {
        await patch(`/webhooks/${id}`, fields)
        onChanged()
        onClose()
      }}
      onClose={onClose}
    />
  )
}
