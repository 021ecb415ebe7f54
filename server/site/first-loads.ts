// Preload links for each page of the dashboard: the browser requests scripts, styles, font and the first data at once,
// instead of discovering each through the one before.
import { escapeMarkup } from '#server/platform/http/html.ts'

import type { Language } from '#language/preferences.ts'

/** Written by the build of the web application. */
export interface FirstLoads {
  fonts: string[]
  /** The scripts with the texts of each language. */
  texts: Record<Language, string[]>
  pages: {
    pattern: string
    /** Whatever language its reader has chosen. */
    isInEnglish?: boolean
    /** Scripts and styles of the page. */
    first: string[]
    /** Files of its lazy parts, which may arrive after it is shown. */
    later: string[]
    /** The endpoints it calls first. */
    asks: string[]
  }[]
  /** Scripts and styles of the pages that can be read without a network. */
  offline: string[]
  /** The script that scores a file on the start page. */
  door: string
}

type FindLinks = (url: string, language: Language) => string

export function createFirstLoads({ fonts, texts, pages }: FirstLoads): FindLinks {
  const known = pages.map((page) => ({ ...page, matches: toPattern(page.pattern) }))
  return (url, language) => {
    const [path = '', query] = url.split('?', 2)
    for (const { matches, isInEnglish, first, later, asks } of known) {
      const match = matches.exec(path)
      if (!match) continue
      // With a query, such as a filter, the page requests other data.
      const endpoints = query ? [] : asks.map((ask) => escapeMarkup(fill(ask, match.groups)))
      return [
        ...fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`),
        ...[...texts[isInEnglish ? 'en' : language], ...first].map((href) => linkTo(href, '')),
        ...endpoints.map((href) => `<link rel="preload" as="fetch" crossorigin href="${href}">`),
        ...later.map((href) => linkTo(href, ' fetchpriority="low"')),
      ].join('\n    ')
    }
    // For a page of which nothing else is known.
    return texts[language].map((href) => linkTo(href, '')).join('\n    ')
  }
}

function linkTo(href: string, attributes: string): string {
  const kind = href.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
  return `<link ${kind} crossorigin${attributes} href="${href}">`
}

const PARAMETER = /:(\w+)/g

const fill = (ask: string, ids: Record<string, string> = {}) =>
  ask.replaceAll(PARAMETER, (_parameter, name: string) => ids[name] ?? '')

/** An id is letters and digits: nothing else from the address can get into the page. */
function toPattern(pattern: string): RegExp {
  const path = pattern.replaceAll('/', String.raw`\/`).replaceAll(PARAMETER, '(?<$1>[A-Za-z0-9]+)')
  return new RegExp(`^${path}$`)
}
