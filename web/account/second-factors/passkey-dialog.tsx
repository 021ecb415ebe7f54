// Asks the browser for a new passkey.
import { MAX_NAME_LENGTH } from '#dashboard/limits.ts'
import { useState } from 'preact/hooks'
import type { NewRecoveryCodes } from '#dashboard/second-factors.ts'
import { post } from '../../parts/api.ts'
import { Field } from '../../parts/form/field.tsx'
import { FormDialog } from '../../parts/form/form-dialog.tsx'
import { createPasskey } from '../../parts/proof/passkey.ts'

export function PasskeyDialog({
  onDone,
  onClose,
}: {
  onDone: (recoveryCodes: string[]) => Promise<void>
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const add = async () => {
    const response = await createPasskey()
    const answer = await post<NewRecoveryCodes>('/second-factors/passkeys', { name, response })
    await onDone(answer.recoveryCodes)
  }
  return (
    <FormDialog title="Add a passkey" label="Continue" submit={add} onClose={onClose}>
      <p>
        Your device stores it, and unlocks it the way you unlock the device: with a fingerprint, your face or
        a PIN.
      </p>
      <Field
        id="passkey-name"
        label="Name"
        hint='Such as "My phone": to tell it apart from others.'
        required
        maxLength={MAX_NAME_LENGTH}
        value={name}
        change={setName}
      />
    </FormDialog>
  )
}
