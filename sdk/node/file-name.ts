// A name that somebody else has chosen, as the name of a file in a folder of ours.

/** Leaves room for what is appended while a file is written: file systems take 255 bytes. */
const MAX_BYTES = 200

/** Devices in Windows, whatever the extension. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i

/**
 * Makes a file name of a name that came from the service or from another pilot: without folders, not hidden, without
 * characters that a terminal or a file system takes for something else, and not too long.
 *
 * @example
 * const name = toFileName(flight.original_file_name, `${flight.id}.igc`)
 * await writeFile(join(folder, name), await downloadFlight(client, flight.id))
 */
export function toFileName(name: string, otherwise: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last
    // Control and format characters (escape sequences, text that runs backwards), and what Windows forbids.
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, '_')
    // A leading dot hides it, a dash makes it an option, a tilde a home; Windows drops dots and spaces at the end.
    .replace(/^[\s.~-]+/, '')
    .replace(/[\s.]+$/, '')
  const short = shorten(RESERVED.test(plain) ? `_${plain}` : plain)
  return short === '' ? otherwise : short
}

/** From the middle: the extension stays. */
function shorten(name: string): string {
  const extension = /\.[^.]{1,10}$/u.exec(name)?.[0] ?? ''
  let stem = Array.from(name.slice(0, name.length - extension.length)).slice(0, MAX_BYTES)
  while (new TextEncoder().encode(stem.join('') + extension).length > MAX_BYTES) stem = stem.slice(0, -1)
  return stem.join('').trimEnd() + extension
}
