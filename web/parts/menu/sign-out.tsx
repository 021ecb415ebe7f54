// Ends the session of this browser.
import { texts } from '../../language/texts.ts'
import { forgetUnsent } from '../files/unsent-files.ts'
import { Icon } from '../icons.tsx'

/** An icon, unless it `isNamed`. */
export function SignOut({ isNamed = false }: { isNamed?: boolean }) {
  const name = texts.shell.signOut
  return (
    <form method="post" action="/sign-out" onSubmit={leave}>
      <button class={isNamed ? 'secondary' : 'quiet'} title={name} aria-label={name}>
        <Icon name="out" /> {isNamed && name}
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
