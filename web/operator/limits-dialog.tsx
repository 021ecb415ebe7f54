// The limits of one application, for the operator to change.
import { useState } from 'preact/hooks'
import type { OperatorApplication } from '#dashboard/operator.ts'
import { post } from '../parts/api.ts'
import { Field } from '../parts/form/field.tsx'
import { FormDialog } from '../parts/form/form-dialog.tsx'

const MAX_LIMIT = 1_000_000

export function LimitsDialog({
  application,
  onDone,
  onClose,
}: {
  application: OperatorApplication
  onDone: () => Promise<void>
  onClose: () => void
}) {
  const { limits, name, client_id: app } = application
  const [requests, setRequests] = useState(limits.requests?.toString() ?? '')
  const [uploads, setUploads] = useState(limits.uploads?.toString() ?? '')
  const save = async () => {
    await post('/admin/app-limit', { app, requests: requests || 'default', uploads: uploads || 'default' })
    await onDone()
    onClose()
  }
  const limit = { type: 'number', min: 0, max: MAX_LIMIT, step: 1, placeholder: 'Default' } as const
  return (
    <FormDialog title={`Limits of ${name}`} label="Save limits" submit={save} onClose={onClose}>
      <Field {...limit} id="limit-requests" label="Requests" value={requests} change={setRequests} />
      <Field {...limit} id="limit-uploads" label="Uploads" value={uploads} change={setUploads} />
      <p class="hint">Per rate-limit window. Empty: the service’s default; 0: no limit.</p>
    </FormDialog>
  )
}
