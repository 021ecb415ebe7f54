import { useState } from 'preact/hooks'
import type { OperatorApplication } from '#dashboard/operator.ts'
import { post } from '../parts/api.ts'
import { Dialog } from '../parts/dialog.tsx'
import { useAction } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'

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
  const action = useAction()
  const save = async (event: Event) => {
    event.preventDefault()
    const isSaved = await action.run(async () => {
      await post('/admin/app-limit', { app, requests: requests || 'default', uploads: uploads || 'default' })
      await onDone()
    })
    if (isSaved) onClose()
  }
  return (
    <Dialog title={`Limits of ${name}`} onClose={onClose}>
      <form class="form" onSubmit={(event) => void save(event)}>
        <LimitField id="limit-requests" label="Requests" value={requests} set={setRequests} />
        <LimitField id="limit-uploads" label="Uploads" value={uploads} set={setUploads} />
        <p class="hint">In each rate-limit window. Empty: the default of the service; 0: no limit.</p>
        <ProblemNotice problem={action.problem} />
        <div class="dialog-foot">
          <button class="secondary" type="button" onClick={onClose}>
            Cancel
          </button>
          <button disabled={action.isBusy}>Save limits</button>
        </div>
      </form>
    </Dialog>
  )
}

function LimitField({
  id,
  label,
  value,
  set,
}: {
  id: string
  label: string
  value: string
  set: (text: string) => void
}) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        min={0}
        max={MAX_LIMIT}
        step={1}
        placeholder="Default"
        value={value}
        onInput={(event) => set(event.currentTarget.value)}
      />
    </div>
  )
}
