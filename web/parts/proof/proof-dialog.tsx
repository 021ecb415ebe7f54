// Asks the signed-in user to confirm that it is them, when a request needs it.
import { useEffect, useState } from 'preact/hooks'
import type { IdentityProof } from '#dashboard/account.ts'
import type { SecondFactors } from '#dashboard/second-factors.ts'
import { texts } from '../../language/texts.ts'
import { post } from '../api.ts'
import { Field } from '../form/field.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { useAction, useLoad } from '../load.ts'
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
  return <Proof onDone={() => close(true)} onClose={() => close(false)} />
}

const inputs = {
  password: { label: 'yourPassword', other: 'useCode', type: 'password', autoComplete: 'current-password' },
  code: { label: 'authenticatorCode', other: 'usePassword', type: 'text', autoComplete: 'one-time-code' },
} as const

/** The password, or a second factor when the user has one. */
function Proof({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const action = useAction()
  const factors = useLoad<SecondFactors>('/second-factors')
  const [method, setMethod] = useState<keyof typeof inputs>('password')
  const [value, setValue] = useState('')
  const prove = async (proof: IdentityProof) => {
    await post('/account/confirm', proof)
    onDone()
  }
  const provePasskey = () => action.run(async () => prove({ passkey: await signWithPasskey() }))
  const other = method === 'password' ? 'code' : 'password'
  const change = () => {
    setMethod(other)
    setValue('')
  }
  return (
    <FormDialog
      title={texts.shell.confirmTitle}
      label={texts.shell.confirm}
      action={action}
      submit={() => prove({ [method]: value })}
      onClose={onClose}
    >
      <p>{texts.shell.confirmWhy}</p>
      <Field
        key={method}
        id={`proof-${method}`}
        label={texts.shell[inputs[method].label]}
        type={inputs[method].type}
        autoComplete={inputs[method].autoComplete}
        required
        autoFocus
        value={value}
        change={setValue}
      />
      <div class="row">
        {factors.value?.authenticatorApp && (
          <button class="secondary small" type="button" onClick={change}>
            {texts.shell[inputs[method].other]}
          </button>
        )}
        {factors.value && factors.value.passkeys.length > 0 && canUsePasskeys() && (
          <button
            class="secondary small"
            type="button"
            disabled={action.isBusy}
            onClick={() => void provePasskey()}
          >
            {texts.shell.usePasskey}
          </button>
        )}
      </div>
    </FormDialog>
  )
}
