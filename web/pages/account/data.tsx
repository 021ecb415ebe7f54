// Take everything along, or end the account.
import { useEffect, useState } from 'preact/hooks'
import { remove } from '../../parts/api.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useAction } from '../../parts/load.ts'
import { ProblemNotice } from '../../parts/notices.tsx'
import { accountTabs, Tabs } from '../../parts/tabs.tsx'

export default function YourData() {
  const [isDeleting, setDeleting] = useState(false)
  useEffect(() => {
    document.title = 'Your data · Cloudstreet'
  }, [])
  return (
    <>
      <div class="page-head">
        <div>
          <h1>Account</h1>
          <p>What is here is yours: take it with you, or have it erased.</p>
        </div>
      </div>
      <Tabs tabs={accountTabs} label="Account" current="/app/account/data" />
      <div class="two-columns even">
        <section class="card form">
          <h2>Export</h2>
          <p>
            One ZIP file with every IGC file as you uploaded it, and your profile, scores, keys, connections
            and ledger as JSON.
          </p>
          <div>
            <a class="button" href="/app/api/account/export" download>
              <Icon name="download" /> Download everything
            </a>
          </div>
        </section>
        <section class="card form">
          <h2>Delete the account</h2>
          <p>
            Flights, files, keys and connections are erased at once. Applications that you connected are told.
          </p>
          <div>
            <button class="danger" onClick={() => setDeleting(true)}>
              <Icon name="trash" /> Delete the account
            </button>
          </div>
        </section>
      </div>
      {isDeleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </>
  )
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
        <p>This cannot be undone. Download your data first if you may want it.</p>
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
            Keep it
          </button>
          <button class="danger firm" disabled={action.isBusy}>
            Delete everything
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** Nothing of the dashboard works from here on: the one way leads out. */
function DeletedDialog() {
  return (
    <Dialog title="Your account is deleted" onClose={() => location.assign('/')}>
      <p>Your flights, files, keys, webhooks and everything else of yours are gone. Happy landings!</p>
      <div class="dialog-foot">
        <a class="button" href="/">
          Back to the home page
        </a>
      </div>
    </Dialog>
  )
}
