// What is asked for beside the password: authenticator app, passkeys, recovery codes.
import { useState } from 'preact/hooks'
import type { NewRecoveryCodes, Passkey, SecondFactors } from '#dashboard/second-factors.ts'
import { post, remove } from '../../parts/api.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { formatAgo, formatDate } from '../../parts/format.ts'
import { useAction, useLoad } from '../../parts/load.ts'
import { ProblemNotice, Skeleton } from '../../parts/notices.tsx'
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
        <h2 id="second-factors">Second factors</h2>
        <button class="secondary small" onClick={() => setOpen({ kind: 'passkey' })}>
          Add a passkey
        </button>
      </div>
      <p class="soft list-note">
        With one of these, your password is not enough to sign in. A passkey also signs you in without it.
      </p>
      <ProblemNotice problem={factors.problem} retry={factors.reload} />
      {!value && !factors.problem && <Skeleton height="card" />}
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
      <p class="soft small list-note">
        The app can also be set up on <a href="/second-factor">a page without JavaScript</a>.
      </p>
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
        <strong>Authenticator app</strong> {app && <span class="tag good">On</span>}
        <div class="soft small">
          {app ? `Set up ${formatDate(app.createdAt)}` : 'Shows a code to enter after your password.'}
        </div>
      </div>
      {app ? (
        <button class="danger small" onClick={() => open('remove-app')}>
          Remove app
        </button>
      ) : (
        <button class="secondary small" onClick={() => open('app')}>
          Set up
        </button>
      )}
    </li>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  return (
    <li>
      <div>
        <strong>{passkey.name}</strong> <span class="tag plain">Passkey</span>
        <div class="soft small">{passkey.isBackedUp ? 'Synchronised' : 'On one device only'}</div>
      </div>
      <div class="soft small">
        <div>{passkey.lastUsedAt ? `Last used ${formatAgo(passkey.lastUsedAt)}` : 'Never used'}</div>
        <div>{`Added ${formatDate(passkey.createdAt)}`}</div>
      </div>
      <button class="danger small" aria-label={`Remove ${passkey.name}`} onClick={onRemove}>
        Remove
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
        <strong>Recovery codes</strong>
        <div class="soft small">{`${left} of 10 left. Each lets you in once without a second factor.`}</div>
        <ProblemNotice problem={action.problem} />
      </div>
      <button class="secondary small" disabled={action.isBusy} onClick={() => void make()}>
        Create new codes
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
      title={passkey ? `Remove ${passkey.name}?` : 'Remove the authenticator app?'}
      action="Remove"
      run={async () => {
        await remove(path)
        await onDone()
      }}
      onClose={onClose}
    >
      <p>It will no longer sign you in. Removing the last second factor also removes your recovery codes.</p>
    </Confirm>
  )
}
