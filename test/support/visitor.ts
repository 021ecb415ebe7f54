// A visitor with a browser that runs no scripts: keeps cookies, opens pages, fills in their forms.
import assert from 'node:assert/strict'
import type { TestServer } from './server.ts'

export interface PageAnswer {
  status: number
  text: string
  headers: Headers
}

export interface Visitor {
  readonly cookies: Map<string, string>
  open(path: string, headers?: Record<string, string>): Promise<PageAnswer>
  /** Fills in the form of the page opened last that leads to `action`, and sends it. */
  submit(
    action: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<PageAnswer>
}

/** `always` are headers that the browser sends with every request, such as its languages. */
export function createVisitor(
  server: Pick<TestServer, 'fetch' | 'url'>,
  always: Record<string, string> = {},
): Visitor {
  const cookies = new Map<string, string>()
  let page = ''
  const request = async (path: string, sent: Record<string, string>, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await server.fetch(path, { ...init, headers: { cookie, ...always, ...sent } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await response.text()
    if (response.headers.get('content-type')?.startsWith('text/html')) page = text
    return { status: response.status, text, headers: response.headers }
  }
  return {
    cookies,
    open: (path, headers = {}) => request(path, { accept: 'text/html', ...headers }),
    submit: (action, fields, headers = {}) => {
      const body = new URLSearchParams({ ...readFields(page, action), ...fields })
      return request(
        action,
        { accept: 'text/html', origin: server.url, ...headers },
        { method: 'POST', body },
      )
    },
  }
}

/** Fields that the browser sends without being told: hidden ones, and those chosen already. */
function readFields(page: string, action: string): Record<string, string> {
  const form = [...page.matchAll(/<form\b[^>]*>.*?<\/form>/gs)].find(
    ([text]) => text.includes(`action="${action}"`) || text.includes(`action="${action}#`),
  )?.[0]
  assert.ok(form, `the page has a form that leads to ${action}`)
  const fields = form.matchAll(
    /<input type="(?:hidden" name="([^"]*)" value="([^"]*)"|radio" name="([^"]*)" value="([^"]*)" checked)/g,
  )
  return Object.fromEntries(
    [...fields].map(([, name, value, chosen, choice]) => [
      unescapeText(name ?? chosen ?? ''),
      unescapeText(value ?? choice ?? ''),
    ]),
  )
}

function unescapeText(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}
