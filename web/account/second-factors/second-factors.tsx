// Second factors: authenticator app, passkeys, recovery codes.
import { texts } from '../../language/texts.ts'
import { useState } from 'preact/hooks'
import type { NewRecoveryCodes, Passkey, SecondFactors } from '#dashboard/second-factors.ts'
import { post, remove } from '../../parts/api.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { formatAgo, formatDate } from '../../parts/format.ts'
import { useAction, useLoad } from '../../parts/load.ts'
import { ProblemNotice, Wait } from '../../parts/notices.tsx'
import { AppDialog } from './app-dialog.tsx'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

type Open = { kind: 'app' | 'passkey' | 'remove-app' } | { kind: 'remove'; passkey: Passkey }

export function SecondFactorsCard() {
  const factors = useLoad<SecondFactors>('/second-factors')
  const [open, setOpen] = useState<Open>()
  const [codes, setCodes] = useState<string[]>([])
  const close = () => setOpen(undefined)
  const finish = async (recoveryCodes: string[] = []) => {
    close()
    setCodes(recoveryCodes)
    await factors.renew()
  }
  const { value } = factors
  return (
    <section class="card list-card" aria-labelledby="second-factors">
      <div class="list-head">
        <h2 id="second-factors">{texts.security.secondFactors}</h2>
        <button class="secondary small" onClick={() => setOpen({ kind: 'passkey' })}>
          {texts.security.addPasskey}
        </button>
      </div>
      <p class="soft list-note">{texts.security.secondFactorsWhat}</p>
      <Wait loaded={factors} height="card" />
      {value && (
        <ul class="records">
          <AppRow app={value.authenticatorApp} open={(kind) => setOpen({ kind })} />
          {value.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRemove={() => setOpen({ kind: 'remove', passkey })}
            />
          ))}
          {hasFactor(value) && <CodesRow left={value.recoveryCodesLeft} onMade={finish} />}
        </ul>
      )}
      {open?.kind === 'app' && <AppDialog onDone={finish} onClose={close} />}
      {open?.kind === 'passkey' && <PasskeyDialog onDone={finish} onClose={close} />}
      {(open?.kind === 'remove-app' || open?.kind === 'remove') && (
        <RemoveDialog
          passkey={open.kind === 'remove' ? open.passkey : undefined}
          onDone={finish}
          onClose={close}
        />
      )}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </section>
  )
}

function hasFactor({ authenticatorApp, passkeys }: SecondFactors): boolean {
  return authenticatorApp !== null || passkeys.length > 0
}

function AppRow({
  app,
  open,
}: {
  app: SecondFactors['authenticatorApp']
  open: (kind: 'app' | 'remove-app') => void
}) {
  return (
    <li>
      <div>
        <strong>{texts.security.authenticatorApp}</strong>{' '}
        {app && <span class="tag good">{texts.security.isOn}</span>}
        <div class="soft small">
          {app ? texts.security.setUpOn(formatDate(app.createdAt)) : texts.security.appWhat}
        </div>
      </div>
      {app ? (
        <button class="danger small" onClick={() => open('remove-app')}>
          {texts.security.removeApp}
        </button>
      ) : (
        <button class="secondary small" onClick={() => open('app')}>
          {texts.security.setUp}
        </button>
      )}
    </li>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  return (
    <li>
      <div>
        <strong>{passkey.name}</strong> <span class="tag plain">{texts.security.passkey}</span>
        <div class="soft small">
          {passkey.isBackedUp ? texts.security.synchronised : texts.security.oneDevice}
        </div>
      </div>
      <div class="soft small">
        <div>
          {passkey.lastUsedAt
            ? texts.security.lastUsed(formatAgo(passkey.lastUsedAt))
            : texts.security.neverUsed}
        </div>
        <div>{texts.security.added(formatDate(passkey.createdAt))}</div>
      </div>
      <button class="danger small" aria-label={texts.security.removeNamed(passkey.name)} onClick={onRemove}>
        {texts.security.remove}
      </button>
    </li>
  )
}

function CodesRow({ left, onMade }: { left: number; onMade: (codes: string[]) => Promise<void> }) {
  const action = useAction()
  const make = () =>
    action.run(async () => {
      const answer = await post<NewRecoveryCodes>('/second-factors/recovery-codes')
      await onMade(answer.recoveryCodes)
    })
  return (
    <li>
      <div>
        <strong>{texts.security.recoveryCodes}</strong>
        <div class="soft small">{texts.security.codesLeft(left)}</div>
        <ProblemNotice problem={action.problem} />
      </div>
      <button class="secondary small" disabled={action.isBusy} onClick={() => void make()}>
        {texts.security.newCodes}
      </button>
    </li>
  )
}

function RemoveDialog({
  passkey,
  onDone,
  onClose,
}: {
  /** The authenticator app when there is none. */
  passkey: Passkey | undefined
  onDone: () => Promise<void>
  onClose: () => void
}) {
  const path = passkey ? `/second-factors/passkeys/${passkey.id}` : '/second-factors/app'
  return (
    <Confirm
      title={passkey ? texts.security.removeQuestion(passkey.name) : texts.security.removeAppQuestion}
      action={texts.security.remove}
      run={async () => {
        await remove(path)
        await onDone()
      }}
      onClose={onClose}
    >
      <p>{texts.security.removeWhat}</p>
    </Confirm>
  )
}
