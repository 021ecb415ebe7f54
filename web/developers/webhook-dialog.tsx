// Asks for the fields of a webhook, for registering one and for changing it.
import { useState } from 'preact/hooks'
import { eventsOfApplications, eventsOfUsers, eventWords } from '#contract/event-names.ts'
import type { WebhookRegistration } from '#contract/webhooks.ts'
import { Field } from '../parts/form/field.tsx'
import { FormDialog } from '../parts/form/form-dialog.tsx'
import { Choices } from './choices.tsx'

const MAX_DESCRIPTION_LENGTH = 200

export type WebhookFields = Required<Pick<WebhookRegistration, 'url' | 'description' | 'events'>>

export function WebhookDialog({
  title,
  label,
  start,
  isOfApplication,
  save,
  onClose,
}: {
  title: string
  /** The label of the button. */
  label: string
  start: WebhookFields
  isOfApplication: boolean
  save: (fields: WebhookFields) => Promise<unknown>
  onClose: () => void
}) {
  const [fields, setFields] = useState(start)
  const change = (part: Partial<WebhookFields>) => setFields({ ...fields, ...part })
  return (
    <FormDialog
      title={title}
      label={label}
      isReady={fields.events.length > 0}
      submit={() => save({ ...fields, description: fields.description?.trim() || null })}
      onClose={onClose}
    >
      <Field
        id="webhook-url"
        label="URL"
        hint="It must answer 2xx within 10 seconds; failed deliveries are retried for three days."
        type="url"
        required
        placeholder="https://example.org/hooks/cloudstreet"
        value={fields.url}
        change={(url) => change({ url })}
      />
      <Field
        id="webhook-description"
        label="Description"
        maxLength={MAX_DESCRIPTION_LENGTH}
        placeholder="What it is for; only you see it"
        value={fields.description ?? ''}
        change={(description) => change({ description })}
      />
      <Choices
        legend="Events"
        names={isOfApplication ? eventsOfApplications : eventsOfUsers}
        words={eventWords}
        chosen={fields.events}
        choose={(events) => change({ events })}
      />
    </FormDialog>
  )
}
