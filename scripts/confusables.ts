// Writes server/access/names/confusables.ts from Unicode's list of characters that look alike (UTS #39, confusables.txt):
// node scripts/confusables.ts confusables.txt
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Only what looks like letters of the service's name matters. */
const LETTERS = /^[cdelorstu]+$/
const target = join(import.meta.dirname, '../server/access/names/confusables.ts')

function toText(codePoints: string): string {
  return String.fromCodePoint(
    ...codePoints
      .trim()
      .split(/ +/)
      .map((hex) => Number.parseInt(hex, 16)),
  )
}

/** Letters without case and marks: Ꮎ is an O with a stroke. Small capitals are capitals. */
function fold(text: string): string {
  const small = new Map(
    Object.entries({ ᴄ: 'c', ᴅ: 'd', ᴇ: 'e', ʟ: 'l', ᴏ: 'o', ʀ: 'r', ꜱ: 's', ᴛ: 't', ᴜ: 'u' }),
  )
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return Array.from(plain, (letter) => small.get(letter) ?? letter).join('')
}

const found = new Map<string, string[]>()
for (const line of readFileSync(process.argv[2] ?? '', 'utf8').split('\n')) {
  const [source, prototype] = line.replace(/#.*/, '').split(';')
  if (source === undefined || prototype === undefined) continue
  const [like, letters] = [toText(source), fold(toText(prototype))]
  if (LETTERS.test(letters) && fold(like) !== letters)
    found.set(letters, [...(found.get(letters) ?? []), like])
}
const lines = [...found]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([letters, likes]) => `  ${letters}: '${likes.toSorted().join('')}',`)
writeFileSync(
  target,
  `// Made by scripts/confusables.ts from Unicode's confusables.txt: letters -> what looks like them.
export const confusables: Record<string, string> = {
${lines.join('\n')}
}
`,
)
