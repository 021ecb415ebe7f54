// Users: find one, disable, enable.
import { useState } from 'preact/hooks'
import type { OperatorUser } from '#dashboard/operator.ts'
import {
  AskedAction,
  ListCard,
  type OperatorAction,
  OperatorPage,
  Search,
} from '../../operator/operator-page.tsx'
import { formatDate } from '../../parts/format.ts'
import { useLoad } from '../../parts/load.ts'

const MAX_SHOWN = 100

export default function Users() {
  const [part, setPart] = useState('')
  const users = useLoad<{ users: OperatorUser[] }>(
    `/admin/users?max=${MAX_SHOWN}&email=${encodeURIComponent(part)}`,
  )
  return (
    <OperatorPage current="/app/admin/users">
      <ListCard
        id="users"
        title="Users"
        loaded={users}
        items={users.value?.users}
        empty="No user matches."
        head={<Search label="Part of an email address" search={setPart} />}
        row={(user) => <UserRow key={user.id} user={user} onDone={users.renew} />}
      >
        {users.value?.users.length === MAX_SHOWN && (
          <li class="soft">{`Only the newest ${MAX_SHOWN} are shown; search for others.`}</li>
        )}
      </ListCard>
    </OperatorPage>
  )
}

const disable: OperatorAction = {
  label: 'Disable',
  explanation:
    'Sessions, keys and tokens stop working at once, and so do the user’s applications and webhooks.',
  path: 'user-disable',
  isDanger: true,
}
const enable: OperatorAction = {
  label: 'Enable',
  explanation: 'The user can sign in again; keys and applications work again.',
  path: 'user-enable',
}

function UserRow({ user, onDone }: { user: OperatorUser; onDone: () => Promise<void> }) {
  return (
    <li>
      <div>
        <strong>{user.email}</strong> {user.disabledAt !== null && <span class="tag bad">Disabled</span>}{' '}
        {!user.emailVerified && <span class="tag plain">Not confirmed</span>}
        <div class="soft small">{user.name ?? 'No name'}</div>
      </div>
      <div class="soft small">{`Since ${formatDate(Date.parse(user.createdAt))}`}</div>
      <AskedAction
        action={user.disabledAt === null ? disable : enable}
        about={user.email}
        body={{ email: user.email }}
        onDone={onDone}
      />
    </li>
  )
}
