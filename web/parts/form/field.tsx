// A line of a form: its label, the input, and a hint.
import type { PartialInputHTMLAttributes } from 'preact'

type InputProps = Pick<
  PartialInputHTMLAttributes<HTMLInputElement>,
  | 'inputMode'
  | 'autoComplete'
  | 'autoFocus'
  | 'required'
  | 'minLength'
  | 'maxLength'
  | 'min'
  | 'max'
  | 'step'
  | 'placeholder'
>

export function Field({
  id,
  label,
  hint,
  value,
  change,
  isWrong = false,
  type = 'text',
  ...input
}: InputProps & {
  id: string
  label: string
  hint?: string
  value: string | number
  change: (text: string) => void
  /** The hint says what is wrong with it. */
  isWrong?: boolean
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'date'
}) {
  const hintId = hint && `${id}-hint`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...input}
        id={id}
        // To Preact each type of input is a different type; these take the same attributes.
        type={type as 'text'}
        aria-invalid={isWrong}
        aria-describedby={hintId}
        value={value}
        onInput={(event) => change(event.currentTarget.value)}
      />
      {hint && (
        <span id={hintId} class={isWrong ? 'hint bad' : 'hint'} role={isWrong ? 'status' : undefined}>
          {hint}
        </span>
      )}
    </div>
  )
}
