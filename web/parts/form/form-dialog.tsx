// A dialog with a form. It stays open, with the reason, when what was filled in cannot be submitted.
import type { ComponentChildren } from 'preact'
import { Dialog } from '../dialog.tsx'
import { type Action, useAction } from '../load.ts'
import { Buttons, type ButtonProps, Form } from './form.tsx'

export function FormDialog({
  title,
  submit,
  onClose,
  action: shared,
  children,
  ...buttons
}: ButtonProps & {
  title: string
  /** Closes the dialog itself, or shows what comes next. */
  submit: () => Promise<unknown>
  onClose: () => void
  /** When other parts of the dialog can be busy or fail, too. */
  action?: Action
  children: ComponentChildren
}) {
  const own = useAction()
  const action = shared ?? own
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        action={action}
        submit={submit}
        foot={<Buttons {...buttons} action={action} onCancel={onClose} />}
      >
        {children}
      </Form>
    </Dialog>
  )
}
