// One webhook: what it is sent, what can be done with it, and the log of its deliveries.
import { useEffect, useState } from 'preact/hooks'
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { Icon } from '../../parts/icons.tsx'
import { useAction, useData } from '../../parts/load.ts'
import { ProblemNotice } from '../../parts/notices.tsx'
import type { PageProps } from '../../parts/router.ts'
import { DeliveryLog } from '../../developers/delivery-log.tsx'
import { developerTabs, Tabs } from '../../parts/menu/tabs.tsx'
import { WebhookActions } from '../../developers/webhook-actions.tsx'
import { listPath, WebhookState } from '../../developers/webhook-list.tsx'

const REFRESH_MS = 2500
/** While the next attempt is some time away. */
const SLOW_REFRESH_MS = 15_000

export default function WebhookPage({ id = '' }: PageProps) {
  const application = new URLSearchParams(location.search).get('application')
  const list = useData<Webhook[]>(listPath(application))
  const [status, setStatus] = useState('')
  const log = useData<WebhookDelivery[]>(`/webhooks/${id}/deliveries${status ? `?status=${status}` : ''}`)
  const action = useAction()
  const webhook = list.value?.find((item) => item.id === id)
  const refreshMs = findRefreshMs(log.value ?? [])

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
    if (refreshMs === undefined) return undefined
    const timer = setInterval(() => void refresh(), refreshMs)
    return () => clearInterval(timer)
  }, [refreshMs, log.renew, list.renew])

  const act = (change: () => Promise<unknown>) =>
    void action.run(async () => {
      await change()
      await refresh()
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
          {webhook && <About webhook={webhook} />}
        </div>
        {webhook && (
          <WebhookActions
            webhook={webhook}
            isOfApplication={application !== null}
            act={act}
            isBusy={action.isBusy}
            back={back}
          />
        )}
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
        <DeliveryLog
          webhookId={id}
          log={log}
          status={status}
          setStatus={setStatus}
          act={act}
          isBusy={action.isBusy || !webhook?.enabled}
        />
      </div>
    </>
  )
}

function About({ webhook }: { webhook: Webhook }) {
  return (
    <>
      {webhook.description && <p>{webhook.description}</p>}
      <div class="row tight">
        <WebhookState webhook={webhook} />
        {webhook.events.map((name) => (
          <span key={name} class="tag plain">
            {name}
          </span>
        ))}
      </div>
    </>
  )
}

/** Undefined when nothing is on its way. */
function findRefreshMs(deliveries: WebhookDelivery[]): number | undefined {
  const pending = deliveries.filter(({ status }) => status === 'pending')
  if (pending.length === 0) return undefined
  const isSoon = pending.some(
    ({ nextAttemptAt }) => Date.parse(nextAttemptAt ?? '') < Date.now() + SLOW_REFRESH_MS,
  )
  return isSoon ? REFRESH_MS : SLOW_REFRESH_MS
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
