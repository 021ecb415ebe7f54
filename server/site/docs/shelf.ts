// What the documentation is made of, read when the first page is asked for, and the pages that have been made of it.
import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { html, type Page, sendPage } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import { readReference } from '../reference/operations.ts'
import { type Contents, showFrame } from './frame.ts'
import { readGuides } from './guides.ts'

export interface Shelf {
  readonly read: () => Contents
  /** The page at a path, made once. Only for paths that there are: strangers must not fill the memory. */
  readonly keep: (path: string, make: () => unknown) => string
}

export function createShelf(app: App): Shelf {
  const read = once(() => ({ guides: readGuides(), reference: readReference(app.swagger() as never) }))
  const kept = new Map<string, string>()
  return {
    read,
    keep: (path, make) => {
      const text = kept.get(path) ?? toText(showFrame(read(), path, make()))
      kept.set(path, text)
      return text
    },
  }
}

export function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

export const toText = (view: unknown): string => render(view as VNode)

/** The text is made of our own files and of templates, which escape. */
export function sendDocs(
  reply: FastifyReply,
  page: Pick<Page, 'title' | 'description'>,
  text: string,
): FastifyReply {
  return sendPage(reply, {
    ...page,
    width: 'full',
    styles: ['docs.css', 'reference.css'],
    script: 'docs.js',
    body: html`<div dangerouslySetInnerHTML=${{ __html: text }}></div>`,
  })
}
