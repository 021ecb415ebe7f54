// How far local time is ahead of UTC at a given moment.

const formats = new Map<string, Intl.DateTimeFormat>()

/** Seconds; 0 where the time zone is not known. */
export function findUtcOffset(timeZone: string | undefined, moment: Date): number {
  if (!timeZone || Number.isNaN(moment.getTime())) return 0
  const name = formatFor(timeZone)
    .formatToParts(moment)
    .find((part) => part.type === 'timeZoneName')?.value
  // GMT alone is no offset; some zones of the nineteenth century have seconds too.
  const [, sign, hours, minutes, seconds] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name ?? '') ?? []
  const size = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
  return sign === '-' ? -size : size
}

/** The clocks at the take-off, by a flight's metadata. */
export function readUtcOffset(metadata: object): number {
  const { timeZone, launch } = metadata as { timeZone?: string; launch?: { time: string } }
  return findUtcOffset(timeZone, new Date(launch?.time ?? Number.NaN))
}

/** Cached per zone: creating one takes longer than everything else here. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, known)
  return known
}
