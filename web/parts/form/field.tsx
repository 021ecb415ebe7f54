// A line of a form: its label, the input, and a hint; or a choice, of one of several, or of yes and no.
import type { PartialInputHTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'

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

/** A line that is chosen instead of typed. */
interface Choices<Value extends string> {
  label: string
  names: Partial<Record<Value, string>>
  value: Value
  change: (value: Value) => void
  disabled?: boolean
}

/** Its label is for those who do not see it. */
export function Pick<Value extends string>({
  id,
  label,
  names,
  value,
  change,
  disabled = false,
}: Choices<Value> & { id?: string }) {
  return (
    <select
      id={id}
      aria-label={label}
      disabled={disabled}
      value={value}
      onChange={(event) => change(event.currentTarget.value as Value)}
    >
      {Object.entries(names).map(([name, said]) => (
        <option key={name} value={name}>
          {said as string}
        </option>
      ))}
    </select>
  )
}

export function Choose<Value extends string>(choice: Choices<Value>) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{choice.label}</label>
      <Pick {...choice} id={id} />
    </div>
  )
}

export function Choice({
  label,
  isChosen,
  choose,
}: {
  label: string
  isChosen: boolean
  choose: (isChosen: boolean) => void
}) {
  return (
    <label class="choice">
      <input type="checkbox" checked={isChosen} onChange={(event) => choose(event.currentTarget.checked)} />
      {label}
    </label>
  )
}
