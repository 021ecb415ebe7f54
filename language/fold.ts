// Texts as people search for them.

/** Without case and accents. Database engines would fold it differently, so the program does. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
