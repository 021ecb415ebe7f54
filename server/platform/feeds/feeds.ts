// The newest public flights, of a pilot or in a ranking, for feed readers: Atom (RFC 4287) and JSON Feed 1.1.
import { escapeMarkup } from '../http/html.ts'

export interface FeedEntry {
  url: string
  title: string
  description: string
  /** ISO 8601, UTC. */
  date: string
}

export interface Feed {
  title: string
  author: string
  language: string
  /** The address that the feeds are below; of the page, too, unless that is elsewhere. */
  url: string
  page?: string
  entries: readonly FeedEntry[]
}

/** Where there are no entries: a feed must say when it changed last, and this one never has. */
const NEVER = '1970-01-01T00:00:00Z'

export function writeAtom({ title, author, language, url, page = url, entries }: Feed): string {
  const updated =
    entries
      .map(({ date }) => date)
      .toSorted()
      .at(-1) ?? NEVER
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<title>${escapeMarkup(title)}</title>`,
    `<id>${escapeMarkup(url)}</id>`,
    `<updated>${updated}</updated>`,
    `<author><name>${escapeMarkup(author)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeMarkup(url)}/feed.atom"/>`,
    `<link rel="alternate" type="text/html" href="${escapeMarkup(page)}"/>`,
    ...entries.map(
      (entry) =>
        `<entry><id>${escapeMarkup(entry.url)}</id><title>${escapeMarkup(entry.title)}</title><updated>${entry.date}</updated>` +
        `<link rel="alternate" type="text/html" href="${escapeMarkup(entry.url)}"/><summary>${escapeMarkup(entry.description)}</summary></entry>`,
    ),
    '</feed>',
    '',
  ].join('\n')
}

export function writeJsonFeed({ title, author, language, url, page = url, entries }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    language,
    authors: [{ name: author }],
    home_page_url: page,
    feed_url: `${url}/feed.json`,
    items: entries.map((entry) => ({
      id: entry.url,
      url: entry.url,
      title: entry.title,
      content_text: entry.description,
      date_published: entry.date,
    })),
  })
}
