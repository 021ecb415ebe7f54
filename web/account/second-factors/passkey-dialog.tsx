// Asks the browser for a new passkey.
import { texts } from '../../language/texts.ts'
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
    <FormDialog
      title={texts.security.addPasskey}
      label={texts.security.continue}
      submit={add}
      onClose={onClose}
    >
      <p>{texts.security.passkeyWhat}</p>
      <Field
        id="passkey-name"
        label={texts.security.passkeyName}
        hint={texts.security.passkeyNameHint}
        required
        maxLength={MAX_NAME_LENGTH}
        value={name}
        change={setName}
      />
    </FormDialog>
  )
}
