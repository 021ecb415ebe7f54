// The reader's own menu, behind their name; at the thumb on a phone.
import type { Account } from '#dashboard/account.ts'
import type { Sharing } from '#dashboard/sharing.ts'
import { LanguageMenu } from '../../language/page-foot.tsx'
import { texts } from '../../language/texts.ts'
import { Avatar } from './avatar.tsx'
import { Icon } from '../icons.tsx'
import { useLoad } from '../load.ts'
import { Menu } from './menu.tsx'
import { SignOut } from './sign-out.tsx'

export const OPERATE = '/app/admin'
const OWN = /^\/app\/(?:settings|developers|admin)\b/

/** The account is undefined while it loads. */
export function PersonMenu({ account, path }: { account: Account | undefined; path: string }) {
  const { shell, frame } = texts
  const name = account?.name ?? account?.email ?? ''
  const face = (
    <>
      <Avatar name={name} image={account?.image ?? null} />
      <span class="who-name">{name}</span>
      <span class="who-me">{shell.me}</span>
    </>
  )
  return (
    <div class={OWN.test(path) ? 'who chosen' : 'who'}>
      <Menu label={shell.me} face={face}>
        {(close) => (
          <>
            <ProfileLink isPublic={account?.publicProfile ?? false} onClick={close} />
            <a href="/app/settings" onClick={close}>
              <Icon name="gear" /> {shell.settings}
            </a>
            <a href="/app/developers" onClick={close}>
              <Icon name="code" /> {frame.developers}
            </a>
            {account?.isOperator && (
              <a href={OPERATE} onClick={close}>
                <Icon name="pulse" /> {shell.operate}
              </a>
            )}
            <LanguageMenu />
            <SignOut />
          </>
        )}
      </Menu>
    </div>
  )
}

/** To the page that others see, or to where it is made. */
function ProfileLink({ isPublic, onClick }: { isPublic: boolean; onClick: () => void }) {
  const handle = useLoad<Sharing>('/sharing').value?.handle
  return (
    <a href={isPublic && handle ? `/p/${handle}` : '/app/settings/sharing'} onClick={onClick}>
      <Icon name="person" /> {texts.shell.publicProfile}
    </a>
  )
}
