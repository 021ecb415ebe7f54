// Checkboxes for the events that a webhook is sent.
import { type EventName, eventWords } from '#contract/event-names.ts'

export function EventChoices({
  names,
  chosen,
  choose,
}: {
  names: readonly EventName[]
  chosen: readonly EventName[]
  choose: (events: EventName[]) => void
}) {
  return (
    <fieldset>
      <legend>Events</legend>
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
            {eventWords[name]}
            <code>{name}</code>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
