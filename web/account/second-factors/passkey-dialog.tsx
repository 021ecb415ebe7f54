// Asks the browser for a new passkey.
import { useState } from 'preact/hooks'
import type { NewRecoveryCodes } from '#dashboard/second-factors.ts'
import { post } from '../../parts/api.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useAction } from '../../parts/load.ts'
import { ProblemNotice } from '../../parts/notices.tsx'
import { createPasskey } from '../../parts/proof/passkey.ts'

const MAX_NAME_LENGTH = 100

export function PasskeyDialog({
  onDone,
  onClose,
}: {
  onDone: (recoveryCodes: string[]) => Promise<void>
  onClose: () => void
}) {
  const action = useAction()
  const [name, setName] = useState('')
  const add = async (event: Event) => {
    event.preventDefault()
    await action.run(async () => {
      const response = await createPasskey()
      const answer = await post<NewRecoveryCodes>('/second-factors/passkeys', { name, response })
      await onDone(answer.recoveryCodes)
    })
  }
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <form class="form" onSubmit={(event) => void add(event)}>
        <p>Your device keeps it, and unlocks it as it unlocks itself: with a finger, your face or a PIN.</p>
        <div class="field">
          <label for="passkey-name">Name</label>
          <input
            id="passkey-name"
            required
            maxLength={MAX_NAME_LENGTH}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <span class="hint">Such as "My phone": to tell it from others.</span>
        </div>
        <ProblemNotice problem={action.problem} />
        <div class="dialog-foot">
          <button class="secondary" type="button" onClick={onClose}>
            Cancel
          </button>
          <button disabled={action.isBusy}>Continue</button>
        </div>
      </form>
    </Dialog>
  )
}
