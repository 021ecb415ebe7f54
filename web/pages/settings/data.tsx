// Export everything, or delete the account.
import { texts } from '../../language/texts.ts'
import { useState } from 'preact/hooks'
import { get, remove } from '../../parts/api.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/form/field.tsx'
import { FormDialog } from '../../parts/form/form-dialog.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useAction } from '../../parts/load.ts'
import { ProblemNotice } from '../../parts/notices.tsx'
import { SettingsPage } from '../../parts/menu/settings-page.tsx'

export default function YourData() {
  const [isDeleting, setDeleting] = useState(false)
  const download = useAction()
  return (
    <SettingsPage about={texts.account.dataIntro}>
      <div class="two-columns even">
        <section class="card form">
          <h2>{texts.account.export}</h2>
          <p>{texts.account.exportWhat}</p>
          <div>
            <button disabled={download.isBusy} onClick={() => void download.run(startDownload)}>
              <Icon name="download" /> {texts.account.downloadAll}
            </button>
          </div>
          <ProblemNotice problem={download.problem} />
        </section>
        <section class="card form">
          <h2>{texts.account.deleteAccount}</h2>
          <p>{texts.account.deleteWhat}</p>
          <div>
            <button class="danger" onClick={() => setDeleting(true)}>
              <Icon name="trash" /> {texts.account.deleteAccount}
            </button>
          </div>
        </section>
      </div>
      {isDeleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </SettingsPage>
  )
}

/** A download cannot ask for a proof of who is signed in, so the request before it does. */
async function startDownload(): Promise<void> {
  await get('/account/proof')
  location.assign('/app/api/account/export')
}

function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [isDeleted, setDeleted] = useState(false)
  const confirm = async () => {
    await remove('/account', { password })
    setDeleted(true)
  }
  if (isDeleted) return <DeletedDialog />
  return (
    <FormDialog
      title={texts.account.deleteTitle}
      label={texts.account.deleteEverything}
      cancel={texts.account.keepAccount}
      isDanger
      submit={confirm}
      onClose={onClose}
    >
      <p>{texts.account.deleteWarning}</p>
      <Field
        id="delete-password"
        label={texts.shell.yourPassword}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        change={setPassword}
      />
    </FormDialog>
  )
}

/** The session is gone: the only way on is out of the dashboard. */
function DeletedDialog() {
  return (
    <Dialog title={texts.account.deleted} onClose={() => location.assign('/')}>
      <p>{texts.account.deletedWhat}</p>
      <div class="dialog-foot">
        <a class="button" href="/">
          {texts.account.goHome}
        </a>
      </div>
    </Dialog>
  )
}
