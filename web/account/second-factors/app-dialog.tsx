// Sets an authenticator app up: shows the key, and asks for a first code.
import { texts } from '../../language/texts.ts'
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
      title={texts.security.appTitle}
      label={texts.shell.confirm}
      isReady={setUp !== undefined}
      action={action}
      submit={confirm}
      onClose={onClose}
    >
      <p>{texts.security.appSteps}</p>
      {setUp ? <Key setUp={setUp} /> : !action.problem && <Skeleton height="card" />}
      <Field
        id="app-code"
        label={texts.security.code}
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
      <img src={setUp.picture} alt={texts.security.keyPicture} width="200" height="200" />
      <code>{setUp.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
    </div>
  )
}
