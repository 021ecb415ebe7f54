// The deliveries of a webhook, filtered by status; all that failed can be sent again at once.
import { useState } from 'preact/hooks'
import type { ReplayRequest, WebhookDelivery } from '#contract/webhooks.ts'
import { post } from '../parts/api.ts'
import { Pick } from '../parts/form/field.tsx'
import { Icon } from '../parts/icons.tsx'
import type { Loaded } from '../parts/load.ts'
import { Empty, Skeleton } from '../parts/notices.tsx'
import { Delivery } from './delivery.tsx'
import type { Act } from './webhook-actions.tsx'

const statuses = { '': 'All deliveries', pending: 'Pending', delivered: 'Delivered', failed: 'Failed' }

export function DeliveryLog({
  webhookId,
  log,
  status,
  setStatus,
  act,
  isBusy,
}: {
  webhookId: string
  log: Loaded<WebhookDelivery[]>
  status: string
  setStatus: (status: string) => void
  act: Act
  isBusy: boolean
}) {
  const [replayed, setReplayed] = useState<number>()
  const replay = async (which: ReplayRequest) =>
    (await post<{ data: { replayed: number } }>(`/webhooks/${webhookId}/replay`, which)).data.replayed
  const replayFailed = async () => setReplayed(await replay({ since: new Date(0).toISOString() }))
  return (
    <section class="card list-card" aria-labelledby="deliveries">
      <div class="list-head">
        <h2 id="deliveries">Deliveries</h2>
        <div class="filters">
          <button class="secondary small" disabled={isBusy} onClick={() => act(replayFailed)}>
            <Icon name="refresh" size={16} /> Send all failed again
          </button>
          <Pick label="Status" names={statuses} value={status} change={setStatus} />
        </div>
      </div>
      <p class="soft small replayed" role="status">
        {replayed !== undefined && describeReplay(replayed)}
      </p>
      {!log.value && !log.problem && <Skeleton height="card" />}
      {log.value?.length === 0 && (
        <Empty title="No deliveries">
          <p>Send a test event. It is signed and delivered like a real one.</p>
        </Empty>
      )}
      <ul class="deliveries">
        {log.value?.map((delivery) => (
          <Delivery
            key={delivery.id}
            delivery={delivery}
            replay={() => act(() => replay({ deliveryId: delivery.id }))}
          />
        ))}
      </ul>
    </section>
  )
}

function describeReplay(count: number): string {
  if (count === 0) return 'No delivery has failed.'
  return count === 1 ? '1 delivery is sent again.' : `${count} deliveries are sent again.`
}
