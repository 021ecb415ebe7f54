// The fields of a webhook, for registering one and for changing it.
import { type EventName, eventsOfApplications, eventsOfUsers } from '#contract/event-names.ts'
import type { Problem } from '../parts/api.ts'
import { ProblemNotice } from '../parts/notices.tsx'
import { EventChoices } from './event-choices.tsx'

const MAX_DESCRIPTION_LENGTH = 200

export interface WebhookFields {
  url: string
  description: string
  events: EventName[]
}

export function WebhookForm({
  fields,
  change,
  isOfApplication,
  action,
  isBusy,
  problem,
  onSubmit,
  onClose,
}: {
  fields: WebhookFields
  change: (fields: WebhookFields) => void
  isOfApplication: boolean
  /** The label of the button. */
  action: string
  isBusy: boolean
  problem: Problem | undefined
  onSubmit: () => Promise<void>
  onClose: () => void
}) {
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      <div class="field">
        <label for="webhook-url">URL</label>
        <input
          id="webhook-url"
          type="url"
          required
          placeholder="https://example.org/hooks/cloudstreet"
          value={fields.url}
          onInput={(event) => change({ ...fields, url: event.currentTarget.value })}
        />
        <span class="hint">
          It must answer 2xx within 10 seconds; failed deliveries are retried for three days.
        </span>
      </div>
      <div class="field">
        <label for="webhook-description">Description</label>
        <input
          id="webhook-description"
          maxLength={MAX_DESCRIPTION_LENGTH}
          placeholder="What it is for; only you see it"
          value={fields.description}
          onInput={(event) => change({ ...fields, description: event.currentTarget.value })}
        />
      </div>
      <EventChoices
        names={isOfApplication ? eventsOfApplications : eventsOfUsers}
        chosen={fields.events}
        choose={(events) => change({ ...fields, events })}
      />
      <ProblemNotice problem={problem} />
      <div class="dialog-foot">
        <button class="secondary" type="button" onClick={onClose}>
          Cancel
        </button>
        <button disabled={isBusy || fields.events.length === 0}>{action}</button>
      </div>
    </form>
  )
}
