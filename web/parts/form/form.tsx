// A form that shows why it could not be submitted, and its buttons.
import type { ComponentChildren } from 'preact'
import { texts } from '../../language/texts.ts'
import type { Action } from '../load.ts'
import { ProblemNotice } from '../notices.tsx'

export function Form({
  action,
  submit,
  foot,
  children,
}: {
  action: Action
  submit: () => Promise<unknown>
  /** Below the problem: the buttons. */
  foot: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        void action.run(submit)
      }}
    >
      {children}
      <ProblemNotice problem={action.problem} />
      {foot}
    </form>
  )
}

export interface ButtonProps {
  /** The label of the button that submits. */
  label: string
  isReady?: boolean
  isDanger?: boolean
  /** The label of the button that does not. */
  cancel?: string
}

export function Buttons({
  action,
  label,
  isReady = true,
  isDanger = false,
  cancel = texts.shell.cancel,
  onCancel,
}: ButtonProps & { action: Action; onCancel?: (() => void) | undefined }) {
  return (
    <div class="dialog-foot">
      {onCancel && (
        <button class="secondary" type="button" onClick={onCancel}>
          {cancel}
        </button>
      )}
      <button class={isDanger ? 'danger firm' : ''} disabled={action.isBusy || !isReady}>
        {label}
      </button>
    </div>
  )
}
