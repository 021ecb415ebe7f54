// Sections that few pilots need: tabs on a desk, links under Account on a phone.
import { texts } from '../../language/texts.ts'
import { Icon } from '../icons.tsx'
import type { Tab } from '../tabs.tsx'
import { SignOut } from './sign-out.tsx'

export const OPERATE = '/app/admin'

export function listMore(mayOperate: boolean | undefined): Tab[] {
  const { shell } = texts
  return [
    { path: '/app/developers', name: shell.developers, icon: 'code', isForDesks: true },
    ...(mayOperate ? [{ path: OPERATE, name: shell.operate, icon: 'chart', isForDesks: true } as const] : []),
  ]
}

export function More({ mayOperate }: { mayOperate: boolean | undefined }) {
  return (
    <nav class="more" aria-label={texts.shell.more}>
      {listMore(mayOperate).map(({ path, name, icon }) => (
        <a key={path} class="button secondary" href={path}>
          <Icon name={icon} /> {name}
        </a>
      ))}
      <SignOut isNamed />
    </nav>
  )
}
