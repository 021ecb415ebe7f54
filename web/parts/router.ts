// Client-side routing under /app: following a link changes the address without a page load.
import { useEffect, useState } from 'preact/hooks'

export type PageProps = Record<string, string>

export function matchRoute<Route extends { pattern: string }>(
  routes: readonly Route[],
  path: string,
): { route: Route; parameters: PageProps } | undefined {
  const parts = path.replace(/\/+$/, '').split('/')
  for (const route of routes) {
    const wanted = route.pattern.split('/')
    if (wanted.length !== parts.length) continue
    const parameters: PageProps = {}
    const fits = wanted.every((part, index) => {
      const actual = parts[index] ?? ''
      if (!part.startsWith(':')) return part === actual
      parameters[part.slice(1)] = decodeURIComponent(actual)
      return true
    })
    if (fits) return { route, parameters }
  }
  return undefined
}

export function navigate(path: string, options: { replace?: boolean } = {}): void {
  if (options.replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

export function usePath(): string {
  const [path, setPath] = useState(location.pathname)
  useEffect(() => {
    const follow = () => setPath(location.pathname)
    addEventListener('popstate', follow)
    document.addEventListener('click', followLink)
    return () => {
      removeEventListener('popstate', follow)
      document.removeEventListener('click', followLink)
    }
  }, [])
  return path
}

function followLink(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a')
  if (!link || event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (!link.pathname.startsWith('/app/') || link.pathname.startsWith('/app/api/')) return
  event.preventDefault()
  navigate(link.pathname + link.search)
  scrollTo(0, 0)
}

/** Flights that are compared at once: as many as their colours can be told apart. */
export const MAX_COMPARED = 8

export const comparePath = (references: readonly string[]) =>
  `/app/compare?flights=${references.slice(0, MAX_COMPARED).join(',')}`
