// What the dashboard's page of an address will need, named in its head: the browser asks for scripts, styles, font and
// the first answers at once, instead of learning of each from the one before.

/** Written by the build of the web application. */
export interface FirstLoads {
  fonts: string[]
  pages: {
    pattern: string
    /** Scripts and styles of the page, and those of its parts, which it shows when they come. */
    first: string[]
    later: string[]
    asks: string[]
  }[]
}

type FindLinks = (url: string) => string

export function createFirstLoads({ fonts, pages }: FirstLoads): FindLinks {
  const known = pages.map((page) => ({ ...page, matches: toPattern(page.pattern) }))
  return (url) => {
    const [path = '', query] = url.split('?', 2)
    for (const { matches, first, later, asks } of known) {
      const match = matches.exec(path)
      if (!match) continue
      // With a query (a filter, say) the page asks for something else.
      const answers = query ? [] : asks.map((ask) => ask.replace(':id', match[1] ?? ''))
      return [
        ...fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`),
        ...first.map((href) => linkTo(href, '')),
        ...answers.map((href) => `<link rel="preload" as="fetch" crossorigin href="${href}">`),
        ...later.map((href) => linkTo(href, ' fetchpriority="low"')),
      ].join('\n    ')
    }
    return ''
  }
}

function linkTo(href: string, attributes: string): string {
  const kind = href.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
  return `<link ${kind} crossorigin${attributes} href="${href}">`
}

/** An id is letters and digits: whatever else stands in an address never comes into the page. */
function toPattern(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll('/', String.raw`\/`).replace(':id', '([A-Za-z0-9]+)')}$`)
}
