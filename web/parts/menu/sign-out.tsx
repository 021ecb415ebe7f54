// Ends the session of this browser.
import { texts } from '../../language/texts.ts'
import { forgetUnsent } from '../files/unsent-files.ts'
import { Icon } from '../icons.tsx'

export function SignOut() {
  return (
    <form method="post" action="/sign-out" onSubmit={leave}>
      <button>
        <Icon name="out" /> {texts.shell.signOut}
      </button>
    </form>
  )
}

/** A page that is left would not wait until they are deleted. */
function leave(event: Event): void {
  const form = event.currentTarget as HTMLFormElement
  event.preventDefault()
  void forgetUnsent().finally(() => form.submit())
}
