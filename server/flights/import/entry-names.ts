// Tells from the names which files of an archive are flights, and why the others are left out.

const FLIGHT = /\.(?:igc|olc)$/i
const ARCHIVE = /\.(?:zip|7z|rar|tar|t?gz|bz2|xz|kmz)$/i

export function isFlightName(name: string): boolean {
  return FLIGHT.test(name) && !isHidden(name)
}

const PHOTO = /^(.*)-photo-(\d)\.webp$/

/** A photo of a flight in an export: `path` is that of the flight's files, without their endings. */
export function namePhotoFile(path: string, number: number): string {
  return `${path}-photo-${number}.webp`
}

/** The photo of a flight that is in the archive, too; undefined when it is something else. */
export function readPhotoName(
  name: string,
  names: Pick<ReadonlyMap<string, unknown>, 'has'>,
): { flightName: string; number: number } | undefined {
  const match = PHOTO.exec(name)
  const flightName = `${match?.[1]}.igc`
  return match && names.has(flightName) ? { flightName, number: Number(match[2]) } : undefined
}

/** macOS adds a folder, and a dot-file for each file. */
function isHidden(name: string): boolean {
  return name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')
}

/** Undefined when it is to be read. */
export function explainSkip(
  name: string,
  bytes: number,
  names: Pick<ReadonlyMap<string, unknown>, 'has'>,
): string | undefined {
  if (name === '' || name.endsWith('/')) return 'This is a folder.'
  if (isHidden(name)) return 'This is a hidden file.'
  if (ARCHIVE.test(name)) return 'This is an archive in the archive, which is not opened.'
  if (!FLIGHT.test(name)) {
    const isDescription = name.endsWith('.json') && names.has(name.replace(/json$/, 'igc'))
    return isDescription ? 'This describes the flight of the same name.' : 'This is not an IGC file.'
  }
  return bytes === 0 ? 'This file is empty.' : undefined
}
