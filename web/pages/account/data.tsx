// Export everything, or delete the account.
import { useEffect, useState } from 'preact/hooks'
import { get, remove } from '../../parts/api.ts'
import { Dialog } from '../../parts/dialog.tsx'
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
  const action = useAction()
  const [password, setPassword] = useState('')
  const [isDeleted, setDeleted] = useState(false)
  const confirm = async (event: Event) => {
    event.preventDefault()
    setDeleted(await action.run(() => remove('/account', { password })))
  }
  if (isDeleted) return <DeletedDialog />
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <form class="form" onSubmit={(event) => void confirm(event)}>
        <p>This cannot be undone. Download your data first if you might want it later.</p>
        <div class="field">
          <label for="delete-password">Your password</label>
          <input
            id="delete-password"
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        </div>
        <ProblemNotice problem={action.problem} />
        <div class="dialog-foot">
          <button class="secondary" type="button" onClick={onClose}>
            Keep account
          </button>
          <button class="danger firm" disabled={action.isBusy}>
            Delete everything
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** The session is gone: the only way on is out of the dashboard. */
function DeletedDialog() {
  return (
    <Dialog title="Your account is deleted" onClose={() => location.assign('/')}>
      <p>Your flights, files, keys, webhooks and all other data have been deleted. Happy landings.</p>
      <div class="dialog-foot">
        <a class="button" href="/">
          Go to the home page
        </a>
      </div>
    </Dialog>
  )
}
