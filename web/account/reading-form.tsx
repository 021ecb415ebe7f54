// In which language, units and clock the pilot reads pages and emails.
import type { Account, AccountChange } from '#dashboard/account.ts'
import { languageNames } from '#language/preferences.ts'
import { preferences, texts } from '../language/texts.ts'
import { patch } from '../parts/api.ts'
import { Choose } from '../parts/form/field.tsx'
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
      <Choose
        label={words.language}
        names={{ '': words.asBrowser, ...languageNames }}
        value={account.language ?? ''}
        disabled={action.isBusy}
        change={(language) => choose({ language: language || null })}
      />
      <Choose
        label={words.units}
        names={{ metric: words.metric, imperial: words.imperial }}
        value={preferences.units}
        disabled={action.isBusy}
        change={(units) => choose({ units })}
      />
      <Choose
        label={words.clock}
        names={{ '24h': words.clock24, '12h': words.clock12 }}
        value={preferences.clock}
        disabled={action.isBusy}
        change={(clock) => choose({ clock })}
      />
      <p class="soft small">{words.readingHint}</p>
      <ProblemNotice problem={action.problem} />
    </section>
  )
}
