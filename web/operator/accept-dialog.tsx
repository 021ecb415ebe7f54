// Accepts a suggested name, as it is or corrected, into the list of sites.
import { useState } from 'preact/hooks'
import type { OperatorSuggestion } from '#dashboard/operator.ts'
import { post } from '../parts/api.ts'
import { Field } from '../parts/form/field.tsx'
import { FormDialog } from '../parts/form/form-dialog.tsx'

export function AcceptDialog({
  suggestion,
  onDone,
  onClose,
}: {
  suggestion: OperatorSuggestion
  onDone: () => Promise<void>
  onClose: () => void
}) {
  const [name, setName] = useState(suggestion.name)
  const [latitude, setLatitude] = useState(String(suggestion.latitude))
  const [longitude, setLongitude] = useState(String(suggestion.longitude))
  const accept = async () => {
    await post('/admin/takeoffs-accept', { id: suggestion.id, name, latitude, longitude })
    await onDone()
    onClose()
  }
  return (
    <FormDialog title="Accept into the list of sites" label="Accept" submit={accept} onClose={onClose}>
      <p>
        Every pilot sees this name and place. A place that flights have made within a kilometre takes them
        over, with its flights.
      </p>
      <Field id="site-name" label="Name" maxLength={100} required value={name} change={setName} />
      <div class="form-columns">
        <Field id="site-latitude" label="Latitude" value={latitude} change={setLatitude} />
        <Field id="site-longitude" label="Longitude" value={longitude} change={setLongitude} />
      </div>
    </FormDialog>
  )
}
