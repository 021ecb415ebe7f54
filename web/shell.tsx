// The frame around every page: where one is, where one can go, who is signed in.
import type { ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Account } from '#dashboard/account.ts'
import { routes } from './routes.ts'
import { Icon, type IconName } from './parts/icons.tsx'
import { useLoad } from './parts/load.ts'
import { matchRoute, navigate, type PageProps, usePath } from './parts/router.ts'

/** Each page is fetched when it is first opened. */
const pages = import.meta.glob<{ default: ComponentType<PageProps> }>('./pages/**/*.tsx')

const places: { path: string; name: string; icon: IconName }[] = [
  { path: '/app/logbook', name: 'Logbook', icon: 'book' },
  { path: '/app/upload', name: 'Upload', icon: 'upload' },
  { path: '/app/developers', name: 'Developers', icon: 'code' },
  { path: '/app/account', name: 'Account', icon: 'person' },
]

export function Shell() {
  const path = usePath()
  const account = useLoad<Account>('/account')
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="topbar">
        <a class="brand" href="/app/logbook">
          <img src="/assets/icon.svg" alt="" width="30" height="30" />
          <span>Cloudstreet</span>
        </a>
        <nav aria-label="Main" class="places">
          {places.map((place) => (
            <a
              key={place.path}
              href={place.path}
              aria-current={isWithin(path, place.path) ? 'page' : undefined}
            >
              <Icon name={place.icon} />
              <span>{place.name}</span>
            </a>
          ))}
        </nav>
        {account.value && <WhoAmI account={account.value} />}
      </header>
      <CurrentPage path={path} />
    </>
  )
}

function isWithin(path: string, place: string): boolean {
  return path.startsWith(place) || (place === '/app/logbook' && path.startsWith('/app/flights'))
}

function WhoAmI({ account }: { account: Account }) {
  const name = account.name ?? account.email
  return (
    <div class="who">
      <span class="avatar" aria-hidden="true">
        {account.image ? <img src={account.image} alt="" /> : initials(name)}
      </span>
      <span class="who-name">{name}</span>
      <form method="post" action="/sign-out">
        <button class="quiet" title="Sign out" aria-label="Sign out">
          <Icon name="out" />
        </button>
      </form>
    </div>
  )
}

function initials(name: string): string {
  const words = name.split(/[\s@.]+/).filter(Boolean)
  return (words[0]?.[0] ?? '?').toUpperCase() + (words[1]?.[0] ?? '').toUpperCase()
}

function CurrentPage({ path }: { path: string }) {
  const [shown, setShown] = useState<{
    Page: ComponentType<PageProps>
    parameters: PageProps
    path: string
  }>()
  const [isLost, setLost] = useState(false)
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)

  useEffect(() => {
    const match = matchRoute(routes, path)
    const load = match && pages[`./pages/${match.route.page}.tsx`]
    if (!match || !load) return setLost(true)
    let isCurrent = true
    const show = async () => {
      const { default: Page } = await load()
      if (!isCurrent) return
      setLost(false)
      setShown({ Page, parameters: match.parameters, path })
      // The first page leaves the focus where the browser puts it; later ones bring a reader to their start.
      if (!isFirst.current) main.current?.focus({ preventScroll: true })
      isFirst.current = false
    }
    // It fails when a new release has replaced the files that this page still names.
    show().catch(() => isCurrent && location.reload())
    return () => {
      isCurrent = false
    }
  }, [path])

  return (
    <main id="main" ref={main} tabIndex={-1} class="page" aria-busy={!shown && !isLost}>
      {isLost ? <Lost /> : shown && <shown.Page key={shown.path} {...shown.parameters} />}
    </main>
  )
}

function Lost() {
  return (
    <div class="empty">
      <h1>There is nothing here</h1>
      <p>The address may be old or mistyped.</p>
      <button onClick={() => navigate('/app/logbook')}>Open the logbook</button>
    </div>
  )
}
