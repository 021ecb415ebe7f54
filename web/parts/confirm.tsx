// Asks for confirmation before an action.
import type { ComponentChildren } from 'preact'
import { Dialog } from './dialog.tsx'
import { useAction } from './load.ts'
import { ProblemNotice } from './notices.tsx'

export function Confirm({
  title,
  action,
  children,
  run,
  onClose,
  isDanger = true,
}: {
  title: string
  /** The label of the button. */
  action: string
  children: ComponentChildren
  run: () => Promise<unknown>
  onClose: () => void
  isDanger?: boolean
}) {
  const { isBusy, problem, run: runOnce } = useAction()
  const confirm = async () => {
    if (await runOnce(run)) onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="form">
        <div>{children}</div>
        <ProblemNotice problem={problem} />
        <div class="dialog-foot">
          <button class="secondary" onClick={onClose}>
            Cancel
          </button>
          <button class={isDanger ? 'danger firm' : ''} disabled={isBusy} onClick={() => void confirm()}>
            {action}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
