// Emails that are queued or have failed.
import type { OperatorEmail, OperatorMail } from '#dashboard/operator.ts'
import { AskedAction, ListCard, type OperatorAction, OperatorPage } from '../../operator/operator-page.tsx'
import { formatAgo, formatMoment } from '../../parts/format.ts'
import { useLoad } from '../../parts/load.ts'

export default function Mail() {
  const mail = useLoad<OperatorMail>('/admin/mail')
  return (
    <OperatorPage current="/app/admin/mail">
      {mail.value?.hasMailServer === false && (
        <div class="notice sun" role="status">
          No mail server is set, so no email leaves. Set <code>SMTP_URL</code>; until then emails are kept in
          the data folder, where <code>admin mail list</code> shows them.
        </div>
      )}
      <ListCard
        id="emails"
        title="Emails"
        loaded={mail}
        items={mail.value?.emails}
        empty="Nothing is queued, and nothing failed."
        row={(email) => <EmailRow key={email.id} email={email} onDone={mail.renew} />}
      />
    </OperatorPage>
  )
}

const sendAgain: OperatorAction = {
  label: 'Send again',
  explanation: 'It is retried, starting from the first attempt.',
  path: 'mail-retry',
}

function EmailRow({ email, onDone }: { email: OperatorEmail; onDone: () => Promise<void> }) {
  return (
    <li>
      <div>
        <strong>{email.to}</strong> {email.failedAt && <span class="tag bad">Failed</span>}
        <div class="soft small">{email.subject}</div>
        <div class="soft small">{email.lastError}</div>
      </div>
      <div class="soft small">
        <div>{`Written ${formatAgo(Date.parse(email.writtenAt))}, tried ${email.attempts} times`}</div>
        {email.nextAttemptAt && <div>{`Next try ${formatMoment(Date.parse(email.nextAttemptAt))}`}</div>}
      </div>
      {email.failedAt && (
        <AskedAction
          action={sendAgain}
          about={`the email to ${email.to}`}
          body={{ id: email.id }}
          onDone={onDone}
        />
      )}
    </li>
  )
}
