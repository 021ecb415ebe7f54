// One webhook: change it, send test events, see every delivery attempt, send missed events again.
import { useEffect, useState } from 'preact/hooks'
import type { CreatedWebhook, DeliverySummary, WebhookSummary } from '#dashboard/webhooks.ts'
import { patch, post, remove } from '../../parts/api.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icons.tsx'
import { forgetAnswers, useAction, useLoad } from '../../parts/load.ts'
import { Empty, ProblemNotice, Skeleton } from '../../parts/notices.tsx'
import { navigate, type PageProps } from '../../parts/router.ts'
import { CopyField, ShownOnce } from '../../developers/copy-field.tsx'
import { Delivery } from '../../developers/delivery.tsx'
import { developerTabs, Tabs } from '../../parts/tabs.tsx'
import { type WebhookFields, WebhookForm } from '../../developers/webhook-form.tsx'
import { WebhookState } from '../../developers/webhook-list.tsx'

const REFRESH_MS = 2500

export default function WebhookPage({ id = '' }: PageProps) {
  const application = new URLSearchParams(location.search).get('application')
  const list = useLoad<{ items: WebhookSummary[] }>(
    `/webhooks${application ? `?applicationId=${application}` : ''}`,
  )
  const [status, setStatus] = useState('')
  const log = useLoad<{ items: DeliverySummary[] }>(
    `/webhooks/${id}/deliveries${status ? `?status=${status}` : ''}`,
  )
  const action = useAction()
  const [secret, setSecret] = useState<string>()
  const [isDeleting, setDeleting] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const [replayed, setReplayed] = useState<number>()
  const webhook = list.value?.items.find((item) => item.id === id)
  const isPending = log.value?.items.some((delivery) => delivery.status === 'pending') ?? false

  useEffect(() => {
    document.title = 'Webhook · Cloudstreet'
  }, [])
  // The log first: a delivery that it shows as settled is already part of the webhook's state.
  const refresh = async () => {
    await log.renew()
    await list.renew()
  }
  // Polls while a delivery is pending.
  useEffect(() => {
    if (!isPending) return undefined
    const timer = setInterval(() => void refresh(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [isPending, log.renew, list.renew])

  const act = (change: () => Promise<unknown>) =>
    void action.run(async () => {
      await change()
      await refresh()
    })
  const replayFailed = () =>
    act(async () => {
      const { replayed } = await post<{ replayed: number }>(`/webhooks/${id}/replay`, { since: 0 })
      setReplayed(replayed)
    })
  const back = application ? `/app/developers/applications/${application}` : '/app/developers/webhooks'
  if (list.value && !webhook) return <NotFound back={back} />
  return (
    <>
      <div class="page-head">
        <div>
          <a class="back" href={back}>
            <Icon name="back" size={16} /> {application ? 'Application' : 'Webhooks'}
          </a>
          <h1 class="address">{webhook?.url ?? 'Webhook'}</h1>
          {webhook?.description && <p>{webhook.description}</p>}
          {webhook && (
            <div class="row tight">
              <WebhookState webhook={webhook} />
              {webhook.events.map((name) => (
                <span key={name} class="tag plain">
                  {name}
                </span>
              ))}
            </div>
          )}
        </div>
        <div class="actions">
          <button disabled={action.isBusy} onClick={() => act(() => post(`/webhooks/${id}/test`))}>
            <Icon name="bolt" /> Send a test event
          </button>
          <button class="secondary" disabled={!webhook} onClick={() => setEditing(true)}>
            Edit
          </button>
          <button
            class="secondary"
            disabled={action.isBusy}
            onClick={() =>
              act(async () => setSecret((await post<CreatedWebhook>(`/webhooks/${id}/rotate-secret`)).secret))
            }
          >
            Rotate secret
          </button>
          {webhook && (
            <button
              class="secondary"
              disabled={action.isBusy}
              onClick={() => act(() => patch(`/webhooks/${id}`, { enabled: webhook.disabledAt !== null }))}
            >
              {webhook.disabledAt === null ? 'Disable' : 'Enable'}
            </button>
          )}
          <button class="danger" onClick={() => setDeleting(true)}>
            Delete
          </button>
        </div>
      </div>
      <Tabs tabs={developerTabs} label="Developers" current="/app/developers/webhooks" />
      <div class="stack">
        <ProblemNotice problem={action.problem ?? list.problem ?? log.problem} />
        {webhook?.disabledReason && (
          <div class="notice bad">
            <Icon name="warning" />
            <div>{webhook.disabledReason}</div>
          </div>
        )}
        <section class="card list-card" aria-labelledby="deliveries">
          <div class="list-head">
            <h2 id="deliveries">Deliveries</h2>
            <div class="filters">
              <button
                class="secondary small"
                disabled={action.isBusy || webhook?.disabledAt !== null}
                onClick={replayFailed}
              >
                <Icon name="refresh" size={16} /> Send all failed again
              </button>
              <select
                aria-label="Status"
                value={status}
                onChange={(event) => setStatus(event.currentTarget.value)}
              >
                <option value="">All deliveries</option>
                <option value="pending">Pending</option>
                <option value="delivered">Delivered</option>
                <option value="failed">Failed</option>
              </select>
            </div>
          </div>
          <p class="soft small replayed" role="status">
            {replayed !== undefined && describeReplay(replayed)}
          </p>
          {!log.value && !log.problem && <Skeleton height="card" />}
          {log.value?.items.length === 0 && (
            <Empty title="No deliveries">
              <p>Send a test event. It is signed and delivered like a real one.</p>
            </Empty>
          )}
          <ul class="deliveries">
            {log.value?.items.map((delivery) => (
              <Delivery
                key={delivery.id}
                delivery={delivery}
                replay={() => act(() => post(`/webhooks/${id}/replay`, { deliveryId: delivery.id }))}
              />
            ))}
          </ul>
        </section>
      </div>
      {secret !== undefined && (
        <Dialog title="Your new secret" onClose={() => setSecret(undefined)}>
          <div class="form">
            <ShownOnce what="the secret" kept="encrypted" />
            <CopyField text={secret} label="the secret" />
            <p class="soft small">
              For 24 hours, deliveries are signed with both secrets, so that you can switch without downtime.
            </p>
          </div>
        </Dialog>
      )}
      {isEditing && webhook && (
        <EditDialog webhook={webhook} onClose={() => setEditing(false)} onChanged={list.renew} />
      )}
      {isDeleting && (
        <Confirm
          title="Delete this webhook?"
          action="Delete webhook"
          run={async () => {
            await remove(`/webhooks/${id}`)
            forgetAnswers('/webhooks')
            navigate(back)
          }}
          onClose={() => setDeleting(false)}
        >
          <p>Its delivery log is deleted too, and pending deliveries are cancelled.</p>
        </Confirm>
      )}
    </>
  )
}

function describeReplay(count: number): string {
  if (count === 0) return 'No delivery has failed.'
  return count === 1 ? '1 delivery is sent again.' : `${count} deliveries are sent again.`
}

function EditDialog({
  webhook,
  onClose,
  onChanged,
}: {
  webhook: WebhookSummary
  onClose: () => void
  onChanged: () => Promise<void>
}) {
  const [fields, setFields] = useState<WebhookFields>({
    url: webhook.url,
    description: webhook.description ?? '',
    events: webhook.events,
  })
  const action = useAction()
  const save = async () => {
    const isDone = await action.run(async () => {
      await patch(`/webhooks/${webhook.id}`, { ...fields, description: fields.description.trim() || null })
      await onChanged()
    })
    if (isDone) onClose()
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

function NotFound({ back }: { back: string }) {
  return (
    <div class="empty">
      <h1>Webhook not found</h1>
      <p>It may have been deleted.</p>
      <a class="button" href={back}>
        Go back
      </a>
    </div>
  )
}
