// A sentence with something in it that is more than text, such as a link. The text of a language is never markup:
// the page that shows the parts escapes them.

/** Anything a page can show. */
export type Slot = unknown

/** The parts in the language's own order. */
export function sentence(words: TemplateStringsArray, ...slots: Slot[]): Slot[] {
  return words.flatMap((text, index) => (index < slots.length ? [text, slots[index]] : [text]))
}
