// Finds flights by words: each is in the title, the notes, the glider or the name of the site. Names that may change are
// compared where they are kept.
import { paddedList } from '#server/platform/database/chunks.ts'
import { fragment, type Fragment, join, type Sql } from '#server/platform/database/database.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { listKnown } from '../gliders/store.ts'
import { listPlacesOf } from '../record/derived/pilots.ts'
import { fold } from '#language/fold.ts'

const MAX_WORDS = 5
/** Places for one word: together they are parameters of one statement. */
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
  const gliders = await listKnown(sql, ownerId)
  return words.map((word) => {
    const there = places.filter(({ name }) => name.includes(word)).slice(0, MAX_PLACES)
    const flown = gliders.filter((glider) => glider.folded_name.includes(word))
    const ways = [fragment`f.search_text like ${`%${escapeWord(word)}%`} escape '~'`]
    if (there.length > 0) ways.push(fragment`f.takeoff_id in (${paddedList(there.map(({ id }) => id))})`)
    if (flown.length > 0) ways.push(fragment`f.glider_id in (${paddedList(flown.map(({ id }) => id))})`)
    return fragment`(${join(ways, ' or ')})`
  })
}

const escapeWord = (word: string) => word.replaceAll(/[%_~]/g, '~$&')
