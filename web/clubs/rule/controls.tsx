// Controls for parts of a rule, each of which may be left out.
import { type ComponentChildren, Fragment } from 'preact'
import { useId } from 'preact/hooks'
import { Choice, Choose, Field } from '../../parts/form/field.tsx'
import { rankingWords as words } from '../words.ts'

/** Shows a value, undefined where there is none. */
export type Control = (value: unknown, change: (value: unknown) => void) => ComponentChildren

/** One for each member of a value. */
export function Controls<Value extends object>({
  value,
  controls,
  change,
}: {
  value: Value
  controls: Record<string, Control>
  change: (value: Value) => void
}) {
  return (
    <>
      {Object.entries(controls).map(([name, control]) => (
        <Fragment key={name}>
          {control((value as Record<string, unknown>)[name], (part) => change({ ...value, [name]: part }))}
        </Fragment>
      ))}
    </>
  )
}

function Typed(field: {
  label: string
  type?: 'number'
  step?: string
  value: string | number
  change: (text: string) => void
}) {
  return <Field id={useId()} {...field} />
}

export const amount =
  (label: string): Control =>
  (value, change) => (
    <Typed
      label={label}
      type="number"
      step="any"
      value={(value as number | undefined) ?? ''}
      change={(text) => change(text === '' ? undefined : Number(text))}
    />
  )

/** Words with commas between them. */
export const list =
  (label: string): Control =>
  (values, change) => (
    <Typed
      label={label}
      value={((values as string[] | undefined) ?? []).join(', ')}
      change={(text) => change(text.trim() === '' ? undefined : text.split(',').map((one) => one.trim()))}
    />
  )

export const one =
  (label: string, names: Record<string, string>): Control =>
  (value, change) => (
    <Choose<string>
      label={label}
      names={names}
      value={(value as string | undefined) ?? ''}
      change={(name) => change(name || undefined)}
    />
  )

/** Some of a few. None is as good as all, and says nothing. */
export const several =
  <Value extends string | number | boolean>(
    label: string,
    all: readonly Value[],
    name: (value: Value) => string,
  ): Control =>
  (value, change) => {
    const chosen = (value as Value[] | undefined) ?? []
    return (
      <fieldset>
        <legend>{label}</legend>
        <div class="several">
          {all.map((each) => (
            <Choice
              key={String(each)}
              label={name(each)}
              isChosen={chosen.includes(each)}
              choose={(isChosen) =>
                change(isChosen ? [...chosen, each] : chosen.filter((one) => one !== each))
              }
            />
          ))}
        </div>
      </fieldset>
    )
  }

/** Several values with the same controls; a new one begins as `fresh`. */
export const rows =
  (label: string, fresh: object, controls: Record<string, Control>): Control =>
  (value, change) => {
    const all = (value as object[] | undefined) ?? []
    return (
      <fieldset class="form">
        {label && <legend>{label}</legend>}
        {all.map((row, at) => (
          <div class="form-columns" key={at}>
            <Controls value={row} controls={controls} change={(changed) => change(all.with(at, changed))} />
            <button
              class="secondary"
              type="button"
              onClick={() => change(all.filter((_one, index) => index !== at))}
            >
              {words.edit.remove}
            </button>
          </div>
        ))}
        <div class="row">
          <button class="secondary" type="button" onClick={() => change([...all, fresh])}>
            {words.edit.add}
          </button>
        </div>
      </fieldset>
    )
  }
