// Names that people choose and others read when they decide whom to trust: of users and of applications.

const SERVICE_NAME = 'Cloudstreet'

// Direction marks and what takes no space. U+FE0F is let through: it only makes the character before it an emoji.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|(?!\ufe0f)\p{Default_Ignorable_Code_Point}/u

/** Latin letter -> what is drawn like it, in small letters. Only those of the service's name matter. */
const lookalikes: Record<string, string> = {
  c: 'сϲᴄ',
  d: 'ԁđɗᴅժ',
  e: 'еєεҽᴇ3€',
  l: 'i1|!ıіιӏɩǀłⵏ׀',
  o: 'оοօøᴏσ0',
  r: 'гʀɾᴦ',
  s: 'ѕꜱ5$',
  t: 'тτᴛŧ7+',
  u: 'υսʋᴜ',
}
const toLatin = new Map(
  Object.entries(lookalikes).flatMap(([letter, likes]) => Array.from(likes, (like) => [like, letter])),
)

/** What is wrong with a name, as the end of a sentence that begins with "The name"; undefined when it may be shown. */
export function findNameFault(name: string): string | undefined {
  if (INVISIBLE.test(name))
    return 'contains characters that cannot be displayed: control characters, direction marks or invisible ones'
  if (imitatesService(name))
    return `looks like ${SERVICE_NAME}, the name of this service itself; choose another one`
  return undefined
}

function imitatesService(name: string): boolean {
  return toShape(name).includes(toShape(SERVICE_NAME))
}

/** The same for names that look the same, whatever their case, accents, spaces and alphabets. */
function toShape(name: string): string {
  const letters = Array.from(name.normalize('NFKD').toLowerCase(), (letter) => toLatin.get(letter) ?? letter)
  return letters
    .join('')
    .replaceAll(/[^a-z]/g, '')
    .replaceAll('cl', 'd')
}
