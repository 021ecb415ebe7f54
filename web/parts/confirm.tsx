// Asks for confirmation before an action.
import type { ComponentChildren } from 'preact'
import { FormDialog } from './form/form-dialog.tsx'

export function Confirm({
  title,
  action,
  cancel,
  children,
  run,
  onClose,
  isDanger = true,
}: {
  title: string
  /** The label of the button. */
  action: string
  /** The label of the other one. */
  cancel?: string
  children: ComponentChildren
  run: () => Promise<unknown>
  onClose: () => void
  isDanger?: boolean
}) {
  const submit = async () => {
    await run()
    onClose()
  }
  return (
    <FormDialog
      title={title}
      label={action}
      {...(cancel !== undefined && { cancel })}
      isDanger={isDanger}
      submit={submit}
      onClose={onClose}
    >
      <div>{children}</div>
    </FormDialog>
  )
}
