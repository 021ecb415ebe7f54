// The texts of a page, piece by piece.

const attributes = /\b(?:alt|placeholder|aria-label|data-opening|data-too-large|data-problems)="([^"]*)"/g
const descriptions =
  /<meta (?:name="description"|property="og:(?:title|description|image:alt)") content="([^"]*)"/g

/** Texts and the attributes that are read out; without the names of the languages, code and what has no word in it. */
export function listTexts(page: string): string[] {
  const body = page.replaceAll(/<(script|style|pre)\b.*?<\/\1>|<form class="languages".*?<\/form>/gs, '')
  const found = [
    ...Array.from(body.matchAll(/>([^<]+)</g), ([, text = '']) => text),
    ...Array.from(body.matchAll(attributes), ([, text = '']) => text),
    ...Array.from(page.matchAll(descriptions), ([, text = '']) => text),
  ]
  return found.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => /\p{L}{3}/u.test(text))
}
