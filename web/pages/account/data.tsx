// Export everything, or delete the account.
import { useEffect, useState } from 'preact/hooks'
import { get, remove } from '../../parts/api.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/form/field.tsx'
import { FormDialog } from '../../parts/form/form-dialog.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useAction } from '../../parts/load.ts'
import { ProblemNotice } from '../../parts/notices.tsx'
import { accountTabs, Tabs } from '../../parts/tabs.tsx'

export default function YourData() {
  const [isDeleting, setDeleting] = useState(false)
  const download = useAction()
  useEffect(() => {
    document.title = 'Your data · Cloudstreet'
  }, [])
  return (
    <>
      <div class="page-head">
        <div>
          <h1>Account</h1>
          <p>Your data is yours: download it, or delete it.</p>
        </div>
      </div>
      <Tabs tabs={accountTabs} label="Account" current="/app/account/data" />
      <div class="two-columns even">
        <section class="card form">
          <h2>Export</h2>
          <p>
            One ZIP file with every IGC file as you uploaded it, and your profile, scores, keys, connected
            apps and access log as JSON.
          </p>
          <div>
            <button disabled={download.isBusy} onClick={() => void download.run(startDownload)}>
              <Icon name="download" /> Download everything
            </button>
          </div>
          <ProblemNotice problem={download.problem} />
        </section>
        <section class="card form">
          <h2>Delete account</h2>
          <p>
            Your flights, files and keys are deleted at once. Connected apps are notified and lose access.
          </p>
          <div>
            <button class="danger" onClick={() => setDeleting(true)}>
              <Icon name="trash" /> Delete account
            </button>
          </div>
        </section>
      </div>
      {isDeleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </>
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
      title="Delete your account?"
      label="Delete everything"
      cancel="Keep account"
      isDanger
      submit={confirm}
      onClose={onClose}
    >
      <p>This cannot be undone. Download your data first if you might want it later.</p>
      <Field
        id="delete-password"
        label="Your password"
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
    <Dialog title="Your account is deleted" onClose={() => location.assign('/')}>
      <p>Your flights, files, keys, webhooks and all other data are deleted. Happy landings.</p>
      <div class="dialog-foot">
        <a class="button" href="/">
          Go to the home page
        </a>
      </div>
    </Dialog>
  )
}
