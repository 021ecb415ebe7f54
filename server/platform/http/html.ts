// Pages made on the server: htm templates rendered to text, escaped by default, no script needed. A page may name one of
// our own script files, for what only a script can do.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'htm/preact'
import { textsIn } from '#language/server.ts'
import { visitorPlaces } from '#language/visitor-places.ts'
import { type Language, languageNames, languages } from '#language/preferences.ts'
import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { preferencesOf } from '../requests/preferences.ts'

export { html }

/** A text for markup that is put together without a template: XML forbids some characters altogether. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  // For the page's script; audit tools fetch /robots.txt from within these pages.
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export interface Page {
  title: string
  body: unknown
  /** The page's class: narrow for a form, wide for a document, full for a page that lays itself out. */
  width?: 'narrow' | 'wide' | 'full'
  /** Further style sheets in /assets, by file name. */
  styles?: string[]
  /** A script in /assets, by file name. The page works without it. */
  script?: string
  /** For search engines and previews. */
  description?: string
  /** For link previews: `og:` and others, by their name. */
  meta?: Record<string, string>
  /** Below the page's content. */
  footer?: unknown
  /** Feeds for a feed reader to find. */
  feeds?: { type: string; href: string; title: string }[]
  status?: number
  /** For a page in one language only, for developers and operators; all others are in the reader's. */
  language?: Language
  /**
   * Where its forms may lead besides this service: the redirect after a consent leaves it, and browsers apply
   * `form-action` to the redirects of a form too.
   */
  formAction?: string
  /**
   * The page forwards to this path of our own. Unlike a redirect after a form, further redirects from there may
   * leave the service without being subject to `form-action`.
   */
  continueTo?: string
  /** The page's URL must not leak, not even to our own log; its forms must then not rely on `Origin`. */
  isPrivate?: boolean
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const formAction = `form-action 'self'${page.formAction ? ` ${page.formAction}` : ''}`
  return reply
    .code(page.status ?? 200)
    .headers({
      'content-security-policy': [
        CONTENT_SECURITY_POLICY,
        formAction,
        ...(page.script ? ["script-src 'self'"] : []),
      ].join('; '),
      'cache-control': 'no-store',
      // A cache in between must not mix the languages.
      ...(page.language === undefined && { vary: 'Accept-Language, Cookie' }),
      'cross-origin-opener-policy': 'same-origin',
      // With no-referrer a form sends `Origin: null`, and without https a browser sends nothing else to check.
      'referrer-policy': page.isPrivate ? 'no-referrer' : 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>${render(layout(page, reply.request) as VNode)}`)
}

function layout(page: Page, request: FastifyRequest): VNode | VNode[] {
  const { title, body, width = 'narrow', styles = [], description, continueTo } = page
  const { units, clock, ...reader } = preferencesOf(request)
  const language = page.language ?? reader.language
  const { frame } = textsIn(language)
  const menu = mayChoose(page, request) && languageMenu(frame.language, language, request.url)
  return html`<html lang=${language} data-units=${units} data-clock=${clock}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      ${continueTo && html`<meta http-equiv="refresh" content=${`0; url=${continueTo}`} />`}
      <title>${title} · Cloudstreet</title>
      <link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/fonts/figtree-latin.woff2" />
      ${description && html`<meta name="description" content=${description} />`}
      ${['tokens.css', 'controls.css', 'pages.css', ...styles].map(
        (name) => html`<link rel="stylesheet" href=${`/assets/${name}`} />`,
      )}
      ${Object.entries(page.meta ?? {}).map(([name, content]) =>
        name.startsWith('og:')
          ? html`<meta property=${name} content=${content} />`
          : html`<meta name=${name} content=${content} />`,
      )}
      ${page.feeds?.map((feed) => html`<link rel="alternate" ...${feed} />`)}
      ${page.script && html`<script type="module" src=${`/assets/${page.script}`}></script>`}
      <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
    </head>
    <body class=${width}>
      <a class="skip" href="#main">${frame.skip}</a>
      <header class="brand">
        <a href="/"><img src="/assets/icon.svg" alt="" width="32" height="32" /><span>Cloudstreet</span></a>
        ${
          (width !== 'narrow' || menu) &&
          page.formAction === undefined &&
          html`<nav aria-label=${frame.main}>
            ${visitorPlaces.map(({ path, name }) => html`<a href=${path}>${frame[name]}</a>`)}
          </nav>`
        }
      </header>
      <main id="main">${body}</main>
      ${(page.footer || menu) && html`<footer>${page.footer} ${menu}</footer>`}
    </body>
  </html>`
}

/** Only where the address brings the same page again, and may be sent along. */
function mayChoose({ language, isPrivate, status = 200 }: Page, { method }: FastifyRequest): boolean {
  return language === undefined && !isPrivate && method === 'GET' && status === 200
}

/** It works without a script, and leads back to this page. */
function languageMenu(label: string, chosen: Language, here: string) {
  return html`
    <form class="languages" method="post" action="/preferences" aria-label=${label}>
      <input type="hidden" name="return_to" value=${here} />
      ${languages.map(
        (language) =>
          html`<button
            name="language"
            value=${language}
            lang=${language}
            aria-current=${language === chosen ? 'true' : undefined}
          >
            ${languageNames[language]}
          </button>`,
      )}
    </form>
  `
}
