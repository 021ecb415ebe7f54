// Checkboxes for scopes in plain words, and scopes as tags.
import { type Scope, scopes } from '#contract/scopes.ts'

export function ScopeChoices({
  names,
  chosen,
  choose,
  legend,
}: {
  names: readonly Scope[]
  chosen: Scope[]
  choose: (scopes: Scope[]) => void
  legend: string
}) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {names.map((scope) => (
        <label key={scope} class="choice">
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            onChange={(event) =>
              choose(
                event.currentTarget.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope),
              )
            }
          />
          <span>
            {scopes[scope]}
            <code>{scope}</code>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

export function ScopeTags({ list }: { list: readonly string[] }) {
  return (
    <span class="row tight">
      {list.map((scope) => (
        <span key={scope} class="tag plain" title={scopes[scope as Scope] ?? scope}>
          {scope}
        </span>
      ))}
    </span>
  )
}
