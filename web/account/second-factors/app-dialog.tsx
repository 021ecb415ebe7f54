// Sets an authenticator app up: shows the key, and asks for a first code.
import { useEffect, useState } from 'preact/hooks'
import type { NewRecoveryCodes, TotpSetUp } from '#dashboard/second-factors.ts'
import { post } from '../../parts/api.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useAction } from '../../parts/load.ts'
import { ProblemNotice, Skeleton } from '../../parts/notices.tsx'

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
  const confirm = async (event: Event) => {
    event.preventDefault()
    await action.run(async () => {
      const answer = await post<NewRecoveryCodes>('/second-factors/app/confirm', { code })
      await onDone(answer.recoveryCodes)
    })
  }
  return (
    <Dialog title="Set up your authenticator app" onClose={onClose}>
      <form class="form" onSubmit={(event) => void confirm(event)}>
        <p>Scan this with the app, or type the key into it. Then enter the six digits that it shows.</p>
        {setUp ? <Key setUp={setUp} /> : !action.problem && <Skeleton height="card" />}
        <div class="field">
          <label for="app-code">Code</label>
          <input
            id="app-code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            value={code}
            onInput={(event) => setCode(event.currentTarget.value)}
          />
        </div>
        <ProblemNotice problem={action.problem} />
        <div class="dialog-foot">
          <button class="secondary" type="button" onClick={onClose}>
            Cancel
          </button>
          <button disabled={action.isBusy || !setUp}>Confirm</button>
        </div>
      </form>
    </Dialog>
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
