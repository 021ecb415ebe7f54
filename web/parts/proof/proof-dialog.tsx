// Asks whoever is signed in to confirm that it is them, when a request needs it.
import { useEffect, useState } from 'preact/hooks'
import { post } from '../api.ts'
import { Dialog } from '../dialog.tsx'
import { useAction } from '../load.ts'
import { ProblemNotice } from '../notices.tsx'
import { setProofDialog } from './proof.ts'

export function ProofDialog() {
  const [answer, setAnswer] = useState<(isProved: boolean) => void>()
  useEffect(() => {
    setProofDialog(() => new Promise((resolve) => setAnswer(() => resolve)))
    return () => setProofDialog(undefined)
  }, [])
  if (!answer) return null
  const close = (isProved: boolean) => {
    setAnswer(undefined)
    answer(isProved)
  }
  return (
    <Dialog title="Confirm that it is you" onClose={() => close(false)}>
      <PasswordProof onDone={() => close(true)} onClose={() => close(false)} />
    </Dialog>
  )
}

function PasswordProof({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const action = useAction()
  const [password, setPassword] = useState('')
  const confirm = async (event: Event) => {
    event.preventDefault()
    if (await action.run(() => post('/account/confirm', { password }))) onDone()
  }
  return (
    <form class="form" onSubmit={(event) => void confirm(event)}>
      <p>You signed in a while ago. Enter your password to go on.</p>
      <div class="field">
        <label for="proof-password">Your password</label>
        <input
          id="proof-password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          value={password}
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
      </div>
      <ProblemNotice problem={action.problem} />
      <div class="dialog-foot">
        <button class="secondary" type="button" onClick={onClose}>
          Cancel
        </button>
        <button disabled={action.isBusy}>Confirm</button>
      </div>
    </form>
  )
}
