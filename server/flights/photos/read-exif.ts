// When and where a photo was taken, as the camera says it (Exif 2.32): kept out of the picture, and used only to hide it
// where the pilot's zones hide the flight.

export interface Taken {
  /** Unix time in seconds; NaN when the camera does not say it. */
  atSeconds: number
  /** The camera's clock as if it were UTC, for cameras that say nothing of its zone; NaN when it says the time above. */
  localSeconds: number
  /** Degrees, NaN when the camera does not know. */
  latitude: number
  longitude: number
}

const ASCII = 2
const RATIONAL = 5
const ENTRY_BYTES = 12

const Tag = { exif: 0x8769, gps: 0x8825, takenAt: 0x9003, offset: 0x9011 } as const
const Gps = { latitudeRef: 1, latitude: 2, longitudeRef: 3, longitude: 4, time: 7, date: 29 } as const

const unknown: Taken = { atSeconds: NaN, localSeconds: NaN, latitude: NaN, longitude: NaN }

/** All unknown where the block is damaged: a photo is not refused for that. */
export function readExif(block: Uint8Array | undefined): Taken {
  if (!block) return unknown
  try {
    return readBlock(Buffer.from(block.buffer, block.byteOffset, block.byteLength))
  } catch {
    return unknown
  }
}

function readBlock(block: Buffer): Taken {
  const tiff = block.toString('latin1', 0, 6) === 'Exif\0\0' ? block.subarray(6) : block
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const isLittle = view.getUint16(0) === 0x4949
  const main = readDirectory(view, isLittle, view.getUint32(4, isLittle))
  const open = (tag: number) => {
    const at = main.get(tag)?.pointer
    return at === undefined ? new Map<number, Entry>() : readDirectory(view, isLittle, at)
  }
  const [exif, gps] = [open(Tag.exif), open(Tag.gps)]
  const local = readClock(exif.get(Tag.takenAt)?.text ?? '')
  const zone = readOffset(exif.get(Tag.offset)?.text ?? '')
  const [hours = NaN, minutes = NaN, seconds = NaN] = gps.get(Gps.time)?.numbers ?? []
  const byGps = readClock(`${gps.get(Gps.date)?.text ?? ''} 00:00:00`) + hours * 3600 + minutes * 60 + seconds
  const atSeconds = Number.isNaN(byGps) ? local - zone : byGps
  return {
    atSeconds,
    localSeconds: Number.isNaN(atSeconds) ? local : NaN,
    latitude: readDegrees(gps.get(Gps.latitude), gps.get(Gps.latitudeRef), 'S'),
    longitude: readDegrees(gps.get(Gps.longitude), gps.get(Gps.longitudeRef), 'W'),
  }
}

interface Entry {
  pointer: number
  text: string
  numbers: number[]
}

function readDirectory(view: DataView, isLittle: boolean, at: number): Map<number, Entry> {
  const entries = new Map<number, Entry>()
  for (let left = view.getUint16(at, isLittle), entry = at + 2; left > 0; left--, entry += ENTRY_BYTES)
    entries.set(view.getUint16(entry, isLittle), readEntry(view, isLittle, entry))
  return entries
}

function readEntry(view: DataView, isLittle: boolean, entry: number): Entry {
  const type = view.getUint16(entry + 2, isLittle)
  const count = Math.min(view.getUint32(entry + 4, isLittle), 64)
  const pointer = view.getUint32(entry + 8, isLittle)
  const empty = { pointer, text: '', numbers: [] }
  if (type === ASCII) {
    const at = count <= 4 ? entry + 8 : pointer
    const bytes = Array.from({ length: count }, (_, index) => view.getUint8(at + index))
    return { ...empty, text: String.fromCharCode(...bytes).replace(/\0.*$/s, '') }
  }
  if (type !== RATIONAL) return empty
  const numbers = Array.from({ length: count }, (_, index) => {
    const at = pointer + 8 * index
    return view.getUint32(at, isLittle) / view.getUint32(at + 4, isLittle)
  })
  return { ...empty, numbers }
}

/** 2026:05:17 12:00:00, in seconds. */
function readClock(text: string): number {
  const [, year, month, day, time] = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(text.trim()) ?? []
  return Date.parse(`${year}-${month}-${day}T${time}Z`) / 1000
}

/** +02:00, in seconds. */
function readOffset(text: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(text.trim()) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
}

function readDegrees(value: Entry | undefined, reference: Entry | undefined, negative: string): number {
  const [degrees = NaN, minutes = 0, seconds = 0] = value?.numbers ?? []
  const size = degrees + minutes / 60 + seconds / 3600
  if (!(size <= 180)) return NaN
  return reference?.text.startsWith(negative) ? -size : size
}
