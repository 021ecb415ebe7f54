// Visibility of a flight, as three choices with what each means.
import { texts } from '../language/texts.ts'
import { useState } from 'preact/hooks'
import { type Visibility, visibilities } from '#contract/sharing/visibility-names.ts'

export function VisibilityChoice({
  legend,
  value,
  isBusy,
  choose,
}: {
  legend: string
  value: Visibility
  isBusy: boolean
  choose: (visibility: Visibility) => void
}) {
  /** Shown while it is being saved; if that fails, the stored value returns. */
  const [pending, setPending] = useState<Visibility>()
  const shown = isBusy && pending ? pending : value
  return (
    <fieldset class="field visibility">
      <legend>{legend}</legend>
      {visibilities.map((visibility) => (
        <label key={visibility} class="choice">
          <input
            type="radio"
            name="visibility"
            checked={shown === visibility}
            disabled={isBusy}
            onChange={() => {
              setPending(visibility)
              choose(visibility)
            }}
          />
          <span>
            {texts.sharing.names[visibility]}
            <span class="hint block">{texts.sharing.meanings[visibility]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
