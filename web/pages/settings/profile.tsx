// The profile of the pilot, and its picture.
import { texts } from '../../language/texts.ts'
import { MAX_NAME_LENGTH } from '#dashboard/limits.ts'
import { useState } from 'preact/hooks'
import type { Account, AccountChange } from '#dashboard/account.ts'
import { patch, remove, request } from '../../parts/api.ts'
import { formatDate } from '../../parts/format.ts'
import { ReadingForm } from '../../account/reading-form.tsx'
import { PictureField } from '../../parts/form/picture-field.tsx'
import { Field } from '../../parts/form/field.tsx'
import { Form } from '../../parts/form/form.tsx'
import { useAction, useLoad } from '../../parts/load.ts'
import { ProblemNotice, Skeleton } from '../../parts/notices.tsx'
import { SettingsPage } from '../../parts/menu/settings-page.tsx'

export default function Profile() {
  const account = useLoad<Account>('/account')
  return (
    <SettingsPage
      about={
        account.value && (
          <>
            {texts.account.memberSince(account.value.email, formatDate(account.value.createdAt))}{' '}
            {account.value.earlyAdopter && <span class="tag sun">{texts.account.earlyAdopter}</span>}
          </>
        )
      }
    >
      <ProblemNotice problem={account.problem} retry={account.reload} />
      {account.value ? (
        <div class="two-columns">
          <ProfileForm account={account.value} onChange={account.set} />
          <div class="stack">
            <Picture account={account.value} onChange={account.set} />
            <ReadingForm account={account.value} />
          </div>
        </div>
      ) : (
        !account.problem && <Skeleton height="card" />
      )}
    </SettingsPage>
  )
}

function ProfileForm({ account, onChange }: { account: Account; onChange: (account: Account) => void }) {
  const [wanted, setWanted] = useState<AccountChange>({})
  const [isSaved, setSaved] = useState(false)
  const [civlText, setCivlText] = useState(account.civlId === null ? '' : String(account.civlId))
  const [isCivlIdWrong, setCivlIdWrong] = useState(false)
  const action = useAction()
  const shown = { ...account, ...wanted }
  const change = (part: AccountChange) => {
    setSaved(false)
    setWanted({ ...wanted, ...part })
  }
  const save = async () => {
    onChange(await patch<Account>('/account', wanted))
    // Keeps what was typed while saving: it is not saved yet.
    setWanted((now) => withoutSaved(now, wanted))
    setSaved(true)
  }
  const foot = (
    <div class="row">
      <button disabled={action.isBusy || isCivlIdWrong || Object.keys(wanted).length === 0}>
        {texts.account.save}
      </button>
      <span class="soft small" role="status">
        {isSaved && texts.account.saved}
      </span>
    </div>
  )
  return (
    <section class="card">
      <h2>{texts.account.profile}</h2>
      <Form action={action} submit={save} foot={foot}>
        <Field
          id="name"
          label={texts.account.name}
          autoComplete="name"
          maxLength={MAX_NAME_LENGTH}
          value={shown.name ?? ''}
          change={(name) => change({ name: name || null })}
        />
        <div class="form-columns">
          <Field
            id="club"
            label={texts.account.club}
            maxLength={MAX_NAME_LENGTH}
            value={shown.club ?? ''}
            change={(club) => change({ club: club || null })}
          />
          <Field
            id="civl"
            label={texts.account.civlId}
            hint={isCivlIdWrong ? texts.account.civlIdWrong : texts.account.civlIdHint}
            isWrong={isCivlIdWrong}
            inputMode="numeric"
            value={civlText}
            change={(typed) => {
              setCivlText(typed)
              const civlId = readCivlId(typed.trim())
              setCivlIdWrong(civlId === undefined)
              change(civlId === undefined ? {} : { civlId })
            }}
          />
        </div>
      </Form>
    </section>
  )
}

/** Undefined for what is no number. */
function readCivlId(text: string): number | null | undefined {
  if (text === '') return null
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

function withoutSaved(wanted: AccountChange, saved: AccountChange): AccountChange {
  const rest = Object.entries(wanted).filter(([name, value]) => saved[name as keyof AccountChange] !== value)
  return Object.fromEntries(rest)
}

function Picture({ account, onChange }: { account: Account; onChange: (account: Account) => void }) {
  const path = '/account/image'
  return (
    <section class="card form">
      <h2>{texts.account.picture}</h2>
      <PictureField
        name={account.name ?? account.email}
        image={account.image}
        alt={texts.account.yourPicture}
        send={async (file) => onChange(await request<Account>('POST', path, file))}
        drop={() => remove(path).then(() => onChange({ ...account, image: null }))}
      />
    </section>
  )
}
