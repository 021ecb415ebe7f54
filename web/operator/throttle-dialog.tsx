// How many entries of a work may begin a minute, for the operator to change.
import { useState } from 'preact/hooks'
import type { OperatorWork } from '#dashboard/operator.ts'
import { post } from '../parts/api.ts'
import { Field } from '../parts/form/field.tsx'
import { FormDialog } from '../parts/form/form-dialog.tsx'

const MAX_PER_MINUTE = 100_000

export function ThrottleDialog({
  work: { name, maxPerMinute },
  onDone,
  onClose,
}: {
  work: OperatorWork
  onDone: () => Promise<void>
  onClose: () => void
}) {
  const [max, setMax] = useState(maxPerMinute?.toString() ?? '')
  const save = async () => {
    await post('/admin/work-throttle', { name, max: max || 'none' })
    await onDone()
    onClose()
  }
  const limit = { type: 'number', min: 1, max: MAX_PER_MINUTE, step: 1, placeholder: 'No limit' } as const
  return (
    <FormDialog title={`Throttle ${name}`} label="Save" submit={save} onClose={onClose}>
      <Field {...limit} id="throttle-max" label="At most so many a minute" value={max} change={setMax} />
      <p class="hint">Of all nodes together, spread evenly. Empty: no limit.</p>
    </FormDialog>
  )
}
