// The frame around every page: navigation, the signed-in pilot, and the page of the current path.
import type { ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Account } from '#dashboard/account.ts'
import { isInEnglish, routes } from './routes.ts'
import { isVisitor } from './parts/api.ts'
import { Icon } from './parts/icons.tsx'
import { useLoad } from './parts/load.ts'
import { OfflineLine } from './parts/offline/offline-line.tsx'
import { ProofDialog } from './parts/proof/proof-dialog.tsx'
import { OPERATE, PersonMenu } from './parts/menu/person-menu.tsx'
import { TopBar } from './parts/menu/top-bar.tsx'
import { VisitorNav } from './parts/menu/visitor-nav.tsx'
import { queueFiles } from './parts/files/upload-queue.ts'
import { changeTexts, texts } from './language/texts.ts'
import { matchRoute, navigate, type PageProps, usePath } from './parts/router.ts'

/** Each page is fetched when it is first opened. */
const pages = import.meta.glob<{ default: ComponentType<PageProps> }>('./pages/**/*.tsx')

/** What a path begins with belongs to a section. */
const sections = [
  {
    path: '/app/logbook',
    name: () => texts.frame.logbook,
    icon: 'book',
    holds: /^\/app\/(?:logbook|flights)\b/,
  },
  {
    path: '/app/clubs',
    name: () => texts.frame.clubs,
    icon: 'people',
    holds: /^\/app\/(?:clubs|seasons|reviews)\b/,
  },
  { path: '/app/compare', name: () => texts.shell.compare, icon: 'compare', holds: /^\/app\/compare\b/ },
  { path: '/app/upload', name: () => texts.shell.upload, icon: 'plus', holds: /^\/app\/upload\b/ },
] as const

/**
 * Files dropped outside of everything that takes files are uploads: otherwise the browser would leave the page for
 * them.
 */
function useDroppedFiles(): void {
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const take = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.files.length) return
      event.preventDefault()
      queueFiles([...event.dataTransfer.files])
      navigate('/app/upload')
    }
    addEventListener('dragover', allow)
    addEventListener('drop', take)
    return () => {
      removeEventListener('dragover', allow)
      removeEventListener('drop', take)
    }
  }, [])
}

/** The current path, as soon as its texts are there; without a network they stay as they are. */
function useReadablePath(): string {
  const path = usePath()
  const [readable, setReadable] = useState(path)
  useEffect(() => {
    let isCurrent = true
    const show = () => isCurrent && setReadable(path)
    void changeTexts(isInEnglish(path)).then(show, show)
    return () => {
      isCurrent = false
    }
  }, [path])
  return readable
}

export function Shell() {
  const path = useReadablePath()
  useDroppedFiles()
  const account = useLoad<Account>('/account')
  return (
    <>
      <TopBar home={isVisitor() ? '/' : '/app/logbook'}>
        {isVisitor() ? <VisitorNav /> : <Sections path={path} account={account.value} />}
      </TopBar>
      <OfflineLine />
      <CurrentPage path={path} mayOperate={account.value?.isOperator} />
      <ProofDialog />
    </>
  )
}

function Sections({ path, account }: { path: string; account: Account | undefined }) {
  return (
    <nav aria-label={texts.frame.main} class="sections">
      {sections.map(({ path: home, name, icon, holds }) => (
        <a
          key={home}
          href={home}
          class={home.slice('/app/'.length)}
          aria-current={holds.test(path) ? 'page' : undefined}
        >
          <Icon name={icon} />
          <span>{name()}</span>
        </a>
      ))}
      <PersonMenu account={account} path={path} />
    </nav>
  )
}

/** `mayOperate` is undefined until the account is loaded. */
function CurrentPage({ path, mayOperate }: { path: string; mayOperate: boolean | undefined }) {
  const [shown, setShown] = useState<{
    Page: ComponentType<PageProps>
    parameters: PageProps
    path: string
  }>()
  const [isMissing, setMissing] = useState(false)
  const [isUnreachable, setUnreachable] = useState(false)
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  const isAllowed = !path.startsWith(OPERATE) || mayOperate

  useEffect(() => {
    if (isAllowed === undefined) return
    const match = isAllowed && matchRoute(routes, path)
    const load = match && pages[`./pages/${match.route.page}.tsx`]
    if (!match || !load) return setMissing(true)
    let isCurrent = true
    const show = async () => {
      const { default: Page } = await load()
      if (!isCurrent) return
      setMissing(false)
      setUnreachable(false)
      setShown({ Page, parameters: match.parameters, path })
      // The first page leaves focus where the browser puts it; later ones move it to their start for screen readers.
      if (!isFirst.current) main.current?.focus({ preventScroll: true })
      isFirst.current = false
    }
    // Fails after a deployment, as the files this page refers to have been replaced; and without a network.
    show().catch(() => {
      if (!isCurrent) return
      if (navigator.onLine && !wasReloaded()) location.reload()
      else setUnreachable(true)
    })
    return () => {
      isCurrent = false
    }
  }, [path, isAllowed])

  return (
    <main id="main" ref={main} tabIndex={-1} class="page" aria-busy={!shown && !isMissing && !isUnreachable}>
      {isUnreachable ? <Unreachable /> : isMissing ? <NotFound /> : null}
      {!isUnreachable && !isMissing && shown && <shown.Page key={shown.path} {...shown.parameters} />}
    </main>
  )
}

/** Once is enough: what a reload does not bring is not to be had now. */
function wasReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'reload'
}

function Unreachable() {
  useEffect(() => document.querySelector('#first')?.remove(), [])
  return (
    <div class="empty">
      <h1>{texts.shell.notOffline}</h1>
      <p>{texts.shell.unreachable}</p>
      <button onClick={() => location.reload()}>{texts.shell.tryAgain}</button>
    </div>
  )
}

function NotFound() {
  return (
    <div class="empty">
      <h1>{texts.shell.notFound}</h1>
      <p>{texts.shell.notFoundWhy}</p>
      <button onClick={() => navigate('/app/logbook')}>{texts.shell.openLogbook}</button>
    </div>
  )
}
