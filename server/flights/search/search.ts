// Finds flights by words: each is in the title, the notes, the glider or the name of the site.
import { paddedList } from '#server/platform/database/chunks.ts'
import { fragment, type Fragment, type Sql } from '#server/platform/database/database.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { listPlacesOf } from '../takeoffs/pilots.ts'
import { fold } from './search-text.ts'

const MAX_WORDS = 5
/** Of one word: together they are parameters of one statement. */
const MAX_PLACES = 4096

/** Folded, each once; undefined when there are none. */
export function readWords(text: string | undefined): string[] | undefined {
  const words = [...new Set(fold(text ?? '').split(/\s+/u))].filter((word) => word !== '')
  if (words.length > MAX_WORDS) throw invalidRequest(`q must have at most ${MAX_WORDS} words.`)
  return words.length > 0 ? words : undefined
}

/** A condition for each word. */
export async function isFoundBy(sql: Sql, ownerId: string, words: readonly string[]): Promise<Fragment[]> {
  const places = [...(await listPlacesOf(sql, ownerId))].map(([id, { name }]) => ({ id, name: fold(name) }))
  return words.map((word) => {
    const there = places.filter(({ name }) => name.includes(word)).slice(0, MAX_PLACES)
    const isText = fragment`f.search_text like ${`%${escapeWord(word)}%`} escape '~'`
    return there.length === 0
      ? isText
      : fragment`(${isText} or f.takeoff_id in (${paddedList(there.map(({ id }) => id))}))`
  })
}

const escapeWord = (word: string) => word.replaceAll(/[%_~]/g, '~$&')
