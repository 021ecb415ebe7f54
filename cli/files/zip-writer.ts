// A ZIP archive, written file by file (APPNOTE 6.3: deflated, names in UTF-8, without ZIP64).
import type { FileHandle } from 'node:fs/promises'
import { deflateRawSync } from 'node:zlib'

const MAX_ENTRIES = 0xff_ff
const MAX_BYTES = 0xff_ff_ff_ff
const VERSION = 20
const UTF8 = 0x0800
const DEFLATED = 8

export class ZipWriter {
  readonly #file: FileHandle
  readonly #directory: Buffer[] = []
  #at = 0

  constructor(file: FileHandle) {
    this.#file = file
  }

  async add(name: string, bytes: Uint8Array, date: Date): Promise<void> {
    const packed = deflateRawSync(bytes)
    const nameBytes = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(VERSION, 0)
    common.writeUInt16LE(UTF8, 2)
    common.writeUInt16LE(DEFLATED, 4)
    common.writeUInt32LE(toDosTime(date), 6)
    common.writeUInt32LE(toCrc(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const madeBy = Buffer.from([0x50, 0x4b, 1, 2, VERSION, 0])
    const rest = Buffer.alloc(14)
    requireRoom(this.#directory.length + 1, this.#at + packed.length)
    // Comment, disk and attributes: none.
    rest.writeUInt32LE(this.#at, 10)
    this.#directory.push(Buffer.concat([madeBy, common, rest, nameBytes]))
    await this.#write(Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), common, nameBytes, packed]))
  }

  async end(): Promise<void> {
    const directory = Buffer.concat(this.#directory)
    requireRoom(this.#directory.length, this.#at + directory.length)
    const end = Buffer.alloc(22)
    end.writeUInt32BE(0x50_4b_05_06, 0)
    end.writeUInt16LE(this.#directory.length, 8)
    end.writeUInt16LE(this.#directory.length, 10)
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(this.#at, 16)
    await this.#write(Buffer.concat([directory, end]))
  }

  async #write(bytes: Buffer): Promise<void> {
    await this.#file.writeFile(bytes)
    this.#at += bytes.length
  }
}

function requireRoom(entries: number, bytes: number): void {
  if (entries > MAX_ENTRIES || bytes > MAX_BYTES)
    throw new Error('That is too much for one ZIP archive: export season by season, or into a folder.')
}

/** Two seconds are the finest it knows, and 1980 its first year. */
function toDosTime(date: Date): number {
  const day =
    ((Math.max(1980, date.getUTCFullYear()) - 1980) << 9) |
    ((date.getUTCMonth() + 1) << 5) |
    date.getUTCDate()
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  return ((day << 16) | time) >>> 0
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0)
  return crc
})

/** Of its own: zlib's crc32 came with Node 20.15. */
function toCrc(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff
  for (const byte of bytes) crc = (crc >>> 8) ^ crcTable[(crc ^ byte) & 0xff]!
  return (crc ^ 0xff_ff_ff_ff) >>> 0
}
