// One delivery in a webhook's log: what was sent, what came back, and the button that sends it again.
import type { WebhookDelivery } from '#contract/webhooks.ts'
import { formatAgo, formatMoment } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'

const looks = {
  delivered: { look: 'good', text: 'Delivered' },
  failed: { look: 'bad', text: 'Failed' },
  sending: { look: '', text: 'Sending' },
  retrying: { look: 'sun', text: 'Retrying' },
}

/** A pending delivery whose last attempt failed waits for a retry; one without an attempt is about to be sent. */
function findLook({ status, attempts }: WebhookDelivery): keyof typeof looks {
  if (status !== 'pending') return status
  return attempts.at(-1)?.error ? 'retrying' : 'sending'
}

export function Delivery({ delivery, replay }: { delivery: WebhookDelivery; replay: () => void }) {
  const state = findLook(delivery)
  const { look, text } = looks[state]
  const last = delivery.attempts.at(-1)
  return (
    <li>
      <details>
        <summary>
          <span class="soft">{`#${delivery.sequence}`}</span>
          <code>{delivery.event}</code>
          {delivery.isTest && <span class="tag plain">Test</span>}
          <span class={`tag ${look}`}>{text}</span>
          <span class="soft small">
            {formatAgo(Date.parse(delivery.createdAt))}
            {last?.error && state !== 'sending' && `, ${last.error}`}
            {delivery.attempts.length > 1 && `, ${delivery.attempts.length} attempts`}
            {state === 'retrying' &&
              delivery.nextAttemptAt !== null &&
              `, next attempt ${formatAgo(Date.parse(delivery.nextAttemptAt))}`}
          </span>
        </summary>
        <div class="delivery-body">
          {delivery.attempts.map((attempt) => (
            <Attempt key={attempt.attemptedAt} attempt={attempt} />
          ))}
          <strong class="small">Body</strong>
          <pre tabIndex={0} role="region" aria-label="Payload">
            <code>{prettify(delivery.body)}</code>
          </pre>
          <button class="secondary small" onClick={replay}>
            <Icon name="refresh" size={16} /> Send again
          </button>
        </div>
      </details>
    </li>
  )
}

function Attempt({ attempt }: { attempt: WebhookDelivery['attempts'][number] }) {
  const headers = Object.entries(attempt.requestHeaders ?? {})
  return (
    <div class="attempt small">
      <p>
        {formatMoment(Date.parse(attempt.attemptedAt))}:{' '}
        {attempt.httpStatus ?? attempt.error ?? 'no response'} in {attempt.latencyMs} ms
        {attempt.responseBody && <code class="answer">{attempt.responseBody}</code>}
      </p>
      {headers.length > 0 && (
        <details>
          <summary>Request headers</summary>
          <pre tabIndex={0} role="region" aria-label="Request headers">
            <code>{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</code>
          </pre>
        </details>
      )}
    </div>
  )
}

function prettify(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}
