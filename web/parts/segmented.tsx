// One of a few, side by side.

export function Segmented<Choice extends string>({
  legend,
  name,
  choices,
  chosen,
  isDisabled = false,
  choose,
}: {
  /** For those who do not see it. */
  legend: string
  name: string
  choices: readonly (readonly [Choice, label: string])[]
  chosen: Choice
  isDisabled?: boolean
  choose: (choice: Choice) => void
}) {
  return (
    <fieldset class="segmented">
      <legend class="unseen">{legend}</legend>
      {choices.map(([choice, label]) => (
        <label key={choice}>
          <input
            type="radio"
            name={name}
            checked={chosen === choice}
            disabled={isDisabled}
            onChange={() => choose(choice)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
