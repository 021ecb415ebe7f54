// Letters that wait or were given up.
import type { OperatorLetter } from '#dashboard/operator.ts'
import { AskedAction, ListCard, type OperatorAction, OperatorPage } from '../../operator/operator-page.tsx'
import { formatAgo, formatMoment } from '../../parts/format.ts'
import { useLoad } from '../../parts/load.ts'

export default function Mail() {
  const mail = useLoad<{ letters: OperatorLetter[] }>('/admin/mail')
  return (
    <OperatorPage current="/app/admin/mail">
      <ListCard
        id="letters"
        title="Letters"
        loaded={mail}
        items={mail.value?.letters}
        empty="Nothing is queued, and nothing failed."
        row={(letter) => <LetterRow key={letter.id} letter={letter} onDone={mail.renew} />}
      />
    </OperatorPage>
  )
}

const sendAgain: OperatorAction = {
  label: 'Send again',
  explanation: 'It is retried, starting from the first attempt.',
  path: 'mail-retry',
}

function LetterRow({ letter, onDone }: { letter: OperatorLetter; onDone: () => Promise<void> }) {
  return (
    <li>
      <div>
        <strong>{letter.to}</strong> {letter.givenUpAt && <span class="tag bad">Given up</span>}
        <div class="soft small">{letter.subject}</div>
        <div class="soft small">{letter.lastError}</div>
      </div>
      <div class="soft small">
        <div>{`Written ${formatAgo(Date.parse(letter.writtenAt))}, tried ${letter.attempts} times`}</div>
        {letter.nextAttemptAt && <div>{`Next try ${formatMoment(Date.parse(letter.nextAttemptAt))}`}</div>}
      </div>
      {letter.givenUpAt && (
        <AskedAction
          action={sendAgain}
          about={`the letter to ${letter.to}`}
          body={{ letter: letter.id }}
          onDone={onDone}
        />
      )}
    </li>
  )
}
