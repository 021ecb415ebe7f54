// Sets an authenticator app up: shows the key, and asks for a first code.
import { useEffect, useState } from 'preact/hooks'
import type { NewRecoveryCodes, TotpSetUp } from '#dashboard/second-factors.ts'
import { post } from '../../parts/api.ts'
import { Field } from '../../parts/form/field.tsx'
import { FormDialog } from '../../parts/form/form-dialog.tsx'
import { useAction } from '../../parts/load.ts'
import { Skeleton } from '../../parts/notices.tsx'

export function AppDialog({
  onDone,
  onClose,
}: {
  onDone: (recoveryCodes: string[]) => Promise<void>
  onClose: () => void
}) {
  const action = useAction()
  const [setUp, setSetUp] = useState<TotpSetUp>()
  const [code, setCode] = useState('')
  useEffect(() => void action.run(async () => setSetUp(await post<TotpSetUp>('/second-factors/app'))), [])
  const confirm = async () => {
    const answer = await post<NewRecoveryCodes>('/second-factors/app/confirm', { code })
    await onDone(answer.recoveryCodes)
  }
  return (
    <FormDialog
      title="Set up your authenticator app"
      label="Confirm"
      isReady={setUp !== undefined}
      action={action}
      submit={confirm}
      onClose={onClose}
    >
      <p>Scan this with the app, or type the key into it. Then enter the six digits that it shows.</p>
      {setUp ? <Key setUp={setUp} /> : !action.problem && <Skeleton height="card" />}
      <Field
        id="app-code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        change={setCode}
      />
    </FormDialog>
  )
}

function Key({ setUp }: { setUp: TotpSetUp }) {
  return (
    <div class="totp-key">
      <img src={setUp.picture} alt="The key as a QR code" width="200" height="200" />
      <code>{setUp.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
    </div>
  )
}
