// Asks whoever is signed in to confirm that it is them, when a request needs it.
import { useEffect, useState } from 'preact/hooks'
import type { IdentityProof } from '#dashboard/account.ts'
import type { SecondFactors } from '#dashboard/second-factors.ts'
import { post } from '../api.ts'
import { Dialog } from '../dialog.tsx'
import { useAction, useLoad } from '../load.ts'
import { ProblemNotice } from '../notices.tsx'
import { canUsePasskeys, signWithPasskey } from './passkey.ts'
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
      <Proof onDone={() => close(true)} onClose={() => close(false)} />
    </Dialog>
  )
}

const labels = { password: 'Your password', code: 'Code of your authenticator app' }

/** The password, or a second factor when the user has one. */
function Proof({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const action = useAction()
  const factors = useLoad<SecondFactors>('/second-factors')
  const [method, setMethod] = useState<keyof typeof labels>('password')
  const [value, setValue] = useState('')
  const confirm = async (prove: () => Promise<IdentityProof>) => {
    if (await action.run(async () => post('/account/confirm', await prove()))) onDone()
  }
  const other = method === 'password' ? 'code' : 'password'
  const change = () => {
    setMethod(other)
    setValue('')
  }
  const input = {
    id: `proof-${method}`,
    required: true,
    autoFocus: true,
    value,
    onInput: (event: Event) => setValue((event.currentTarget as HTMLInputElement).value),
  }
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        void confirm(async () => ({ [method]: value }))
      }}
    >
      <p>You signed in a while ago. Show that it is you to go on.</p>
      <div class="field">
        <label for={`proof-${method}`}>{labels[method]}</label>
        {method === 'password' ? (
          <input {...input} type="password" autoComplete="current-password" key={method} />
        ) : (
          <input {...input} autoComplete="one-time-code" key={method} />
        )}
      </div>
      <div class="row">
        {factors.value?.authenticatorApp && (
          <button class="secondary small" type="button" onClick={change}>
            {`Use a ${other} instead`}
          </button>
        )}
        {factors.value && factors.value.passkeys.length > 0 && canUsePasskeys() && (
          <button
            class="secondary small"
            type="button"
            disabled={action.isBusy}
            onClick={() => void confirm(async () => ({ passkey: await signWithPasskey() }))}
          >
            Use a passkey
          </button>
        )}
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
