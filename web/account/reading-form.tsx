// In which language, units and clock the pilot reads pages and emails.
import type { Account, AccountChange } from '#dashboard/account.ts'
import { languageNames, languages } from '#language/preferences.ts'
import { preferences, texts } from '../language/texts.ts'
import { patch } from '../parts/api.ts'
import { useAction } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'

export function ReadingForm({ account }: { account: Account }) {
  const action = useAction()
  const { account: words } = texts
  /** Every word and figure of the page is written again. */
  const choose = (change: AccountChange) =>
    void action.run(async () => {
      await patch<Account>('/account', change)
      location.reload()
    })
  return (
    <section class="card form">
      <h2>{words.reading}</h2>
      <Choice
        id="language"
        label={words.language}
        value={account.language ?? ''}
        options={[
          ['', words.asBrowser],
          ...languages.map((language) => [language, languageNames[language]] as const),
        ]}
        isBusy={action.isBusy}
        choose={(language) => choose({ language: language || null })}
      />
      <Choice
        id="units"
        label={words.units}
        value={preferences.units}
        options={[
          ['metric', words.metric],
          ['imperial', words.imperial],
        ]}
        isBusy={action.isBusy}
        choose={(units) => choose({ units })}
      />
      <Choice
        id="clock"
        label={words.clock}
        value={preferences.clock}
        options={[
          ['24h', words.clock24],
          ['12h', words.clock12],
        ]}
        isBusy={action.isBusy}
        choose={(clock) => choose({ clock })}
      />
      <p class="soft small">{words.readingHint}</p>
      <ProblemNotice problem={action.problem} />
    </section>
  )
}

function Choice<Value extends string>({
  id,
  label,
  value,
  options,
  isBusy,
  choose,
}: {
  id: string
  label: string
  value: Value
  options: readonly (readonly [value: Value, words: string])[]
  isBusy: boolean
  choose: (value: Value) => void
}) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        disabled={isBusy}
        value={value}
        onChange={(event) => choose(event.currentTarget.value as Value)}
      >
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
