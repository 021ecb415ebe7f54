// Lines of a form that are chosen instead of typed: one of several, or yes and no.
import { useId } from 'preact/hooks'

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
