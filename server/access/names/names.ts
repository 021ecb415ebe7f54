// Names that people choose and others read when they decide whom to trust: of users and of applications.
import { confusables } from './confusables.ts'

const SERVICE_NAME = 'Cloudstreet'

// Direction marks and what takes no space. U+FE0F is let through: it only makes the character before it an emoji.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|(?!\ufe0f)\p{Default_Ignorable_Code_Point}/u

/** In addition to Unicode's list: characters read as a letter though drawn a little differently. */
const lookalikes: Record<string, string> = {
  c: 'ᴄ',
  d: 'ᴅժ',
  e: 'єεᴇ3€',
  l: 'i!ıіιӏɩ',
  o: 'ᴏ',
  r: 'ʀɾ',
  s: 'ꜱ5$',
  t: 'ᴛ7+',
  u: 'ᴜ',
}
const toLatin = new Map(
  [confusables, lookalikes]
    .flatMap((list) => Object.entries(list))
    .flatMap(([letters, likes]) => Array.from(likes, (like) => [like, letters])),
)

/** The fault of a name, as the end of a sentence that begins with "The name"; undefined when it may be shown. */
export function findNameFault(name: string): string | undefined {
  if (hasInvisible(name))
    return 'contains characters that cannot be displayed: control characters, direction marks or invisible ones'
  if (imitatesService(name))
    return `looks like ${SERVICE_NAME}, the name of this service itself; choose another one`
  return undefined
}

/** Mail programs make a link of it, and readers type it: a scheme, or letters on both sides of what browsers take for a dot. */
const WEB_ADDRESS =
  /:\/\/|\bwww\b|@|[\p{L}\p{N}-][.\u2024\u3002\uFE52\uFF0E\uFF61][\p{L}-]{2,}|\d(?:\.\d+){3}/iu

export function readsAsWebAddress(name: string): boolean {
  return WEB_ADDRESS.test(name)
}

export function hasInvisible(name: string): boolean {
  return INVISIBLE.test(name)
}

export function imitatesService(name: string): boolean {
  return toShape(name).includes(toShape(SERVICE_NAME))
}

/** The same for names that look the same, whatever their case, accents, spaces and alphabets. */
function toShape(name: string): string {
  const letters = Array.from(name.normalize('NFKD'), (letter) => {
    const small = letter.toLowerCase()
    // A capital may look like a letter that its small form does not.
    return toLatin.get(letter) ?? toLatin.get(small) ?? small
  })
  return letters
    .join('')
    .replaceAll(/[^a-z]/g, '')
    .replaceAll('cl', 'd')
}
