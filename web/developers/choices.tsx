// Checkboxes for names of the API, each in plain words.
export function Choices<Name extends string>({
  legend,
  names,
  words,
  chosen,
  choose,
  showsNames = true,
}: {
  legend: string
  names: readonly Name[]
  words: Record<Name, string>
  chosen: readonly Name[]
  choose: (names: Name[]) => void
  showsNames?: boolean
}) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {names.map((name) => (
        <label key={name} class="choice">
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={(event) =>
              choose(
                names.filter((one) => (one === name ? event.currentTarget.checked : chosen.includes(one))),
              )
            }
          />
          <span>
            {words[name]}
            {showsNames && <code>{name}</code>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
