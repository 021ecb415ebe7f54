// One webhook: test it, see every attempt, send again what was missed.
import { useEffect, useState } from 'preact/hooks'
import type { CreatedWebhook, DeliverySummary, WebhookSummary } from '#dashboard/webhooks.ts'
import { patch, post, remove } from '../../parts/api.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { formatAgo, formatMoment } from '../../parts/format.ts'
import { Icon } from '../../parts/icons.tsx'
import { forgetAnswers, useAction, useLoad } from '../../parts/load.ts'
import { Empty, ProblemNotice, Waiting } from '../../parts/notices.tsx'
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
  const isWaiting = log.value?.items.some((delivery) => delivery.status === 'pending') ?? false

  useEffect(() => {
    document.title = 'Webhook · Cloudstreet'
  }, [])
  // What is on its way is followed until it arrives.
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(log.reload, REFRESH_MS)
    return () => clearInterval(timer)
  }, [isWaiting, log.reload])

  const act = (change: () => Promise<unknown>) =>
    void action.run(async () => {
      await change()
      await Promise.all([list.renew(), log.renew()])
    })
  const back = application ? `/app/developers/applications/${application}` : '/app/developers/webhooks'
  if (list.value && !webhook) return <Missing back={back} />
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
            New secret
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
                <option value="">All</option>
                <option value="pending">On the way</option>
                <option value="delivered">Delivered</option>
                <option value="failed">Given up</option>
              </select>
            </div>
          </div>
          {!log.value && !log.problem && <Waiting height="card" />}
          {log.value?.items.length === 0 && (
            <Empty title="Nothing here yet">
              <p>Send a test event: it is signed and delivered like a real one.</p>
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
              For 24 hours deliveries are signed with both, so that you can change it without a gap.
            </p>
          </div>
        </Dialog>
      )}
      {isDeleting && (
        <Confirm
          title="Delete this webhook?"
          action="Delete the webhook"
          run={async () => {
            await remove(`/webhooks/${id}`)
            forgetAnswers('/webhooks')
            navigate(back)
          }}
          onClose={() => setDeleting(false)}
        >
          <p>Its log goes, too, and what is on the way is dropped.</p>
        </Confirm>
      )}
    </>
  )
}

function Missing({ back }: { back: string }) {
  return (
    <div class="empty">
      <h1>This webhook is not here</h1>
      <p>It may have been deleted.</p>
      <a class="button" href={back}>
        Back
      </a>
    </div>
  )
}

const looks = {
  pending: { look: '', text: 'On the way' },
  delivered: { look: 'good', text: 'Delivered' },
  failed: { look: 'bad', text: 'Given up' },
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
              `, next ${formatAgo(delivery.nextAttemptAt)}`}
          </span>
        </summary>
        <div class="delivery-body">
          {delivery.attempts.map((attempt) => (
            <p key={attempt.at} class="small">
              {formatMoment(attempt.at)}: {attempt.status ?? attempt.error ?? 'no answer'} in{' '}
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
