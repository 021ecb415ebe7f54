// One webhook: send test events, see every delivery attempt, send missed events again.
import { useEffect, useState } from 'preact/hooks'
import type { CreatedWebhook, DeliverySummary, WebhookSummary } from '#dashboard/webhooks.ts'
import { patch, post, remove } from '../../parts/api.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { formatAgo, formatMoment } from '../../parts/format.ts'
import { Icon } from '../../parts/icons.tsx'
import { forgetAnswers, useAction, useLoad } from '../../parts/load.ts'
import { Empty, ProblemNotice, Skeleton } from '../../parts/notices.tsx'
import { navigate, type PageProps } from '../../parts/router.ts'
import { CopyField, ShownOnce } from '../../developers/copy-field.tsx'
import { developerTabs, Tabs } from '../../parts/tabs.tsx'
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
  const webhook = list.value?.items.find((item) => item.id === id)
  const isPending = log.value?.items.some((delivery) => delivery.status === 'pending') ?? false

  useEffect(() => {
    document.title = 'Webhook · Cloudstreet'
  }, [])
  // Polls while a delivery is pending.
  useEffect(() => {
    if (!isPending) return undefined
    const timer = setInterval(log.reload, REFRESH_MS)
    return () => clearInterval(timer)
  }, [isPending, log.reload])

  const act = (change: () => Promise<unknown>) =>
    void action.run(async () => {
      await change()
      await Promise.all([list.renew(), log.renew()])
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
          {webhook && <WebhookState webhook={webhook} />}
        </div>
        <div class="actions">
          <button disabled={action.isBusy} onClick={() => act(() => post(`/webhooks/${id}/test`))}>
            <Icon name="bolt" /> Send a test event
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
            <ShownOnce what="the secret" />
            <CopyField text={secret} label="the secret" />
            <p class="soft small">
              For 24 hours, deliveries are signed with both secrets, so that you can switch without downtime.
            </p>
          </div>
        </Dialog>
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

const looks = {
  pending: { look: '', text: 'Pending' },
  delivered: { look: 'good', text: 'Delivered' },
  failed: { look: 'bad', text: 'Failed' },
}

function Delivery({ delivery, replay }: { delivery: DeliverySummary; replay: () => void }) {
  const { look, text } = looks[delivery.status]
  return (
    <li>
      <details>
        <summary>
          <span class="soft">{`#${delivery.sequence}`}</span>
          <code>{delivery.event}</code>
          <span class={`tag ${look}`}>{text}</span>
          <span class="soft small">
            {formatAgo(delivery.createdAt)}
            {delivery.attempts.length > 1 && `, ${delivery.attempts.length} attempts`}
            {delivery.nextAttemptAt !== null &&
              delivery.status === 'pending' &&
              `, next attempt ${formatAgo(delivery.nextAttemptAt)}`}
          </span>
        </summary>
        <div class="delivery-body">
          {delivery.attempts.map((attempt) => (
            <p key={attempt.at} class="small">
              {formatMoment(attempt.at)}: {attempt.status ?? attempt.error ?? 'no response'} in{' '}
              {attempt.latencyMs} ms
              {attempt.answer && <code class="answer">{attempt.answer}</code>}
            </p>
          ))}
          <pre tabIndex={0} role="region" aria-label="Payload">
            <code>{prettify(delivery.payload)}</code>
          </pre>
          <button class="secondary small" onClick={replay}>
            <Icon name="refresh" size={16} /> Send again
          </button>
        </div>
      </details>
    </li>
  )
}

function prettify(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}
