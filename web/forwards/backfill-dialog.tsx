// Sends older flights: how many and for how long is said first.
import { useState } from 'preact/hooks'
import type { BackfillCount } from '#contract/forwards/destinations.ts'
import { post } from '../parts/api.ts'
import { Field } from '../parts/form/field.tsx'
import { FormDialog } from '../parts/form/form-dialog.tsx'
import { useData } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'
import type { ForwardTexts } from './words.ts'

export function BackfillDialog({
  words,
  path,
  onDone,
  onClose,
}: {
  words: ForwardTexts
  path: string
  onDone: () => Promise<void>
  onClose: () => void
}) {
  const [since, setSince] = useState('')
  const counted = useData<BackfillCount['data']>(`${path}/backfill${since && `?since=${since}`}`)
  const { flights = 0, perDay, days } = counted.value ?? {}
  const submit = async () => {
    await post(`${path}/backfill`, { since: since || null })
    await onDone()
    onClose()
  }
  return (
    <FormDialog
      title={words.older}
      label={flights > 0 ? words.sendThem(flights) : words.older}
      isReady={flights > 0}
      submit={submit}
      onClose={onClose}
    >
      <Field id="backfill-since" type="date" label={words.since} value={since} change={setSince} />
      <ProblemNotice problem={counted.problem} />
      <p role="status">
        {flights > 0 ? words.takes(flights, perDay ?? 0, days ?? 0) : counted.value && words.nothingOlder}
      </p>
    </FormDialog>
  )
}
