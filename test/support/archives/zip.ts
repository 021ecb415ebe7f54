// Makes ZIPs, and reads them by their directory at the end, as unzip does.
import { buffer } from 'node:stream/consumers'
import { crc32, inflateRawSync } from 'node:zlib'
import { ZipFile } from 'yazl'

export function readZip(archive: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(archive)
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  if (end < 0) throw new Error('the archive has no directory: it was cut off')
  const files = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let entry = bytes.readUInt16LE(end + 10); entry > 0; entry--) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    )
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const isDeflated = bytes.readUInt16LE(at + 10) === 8
    const size = bytes.readUInt32LE(at + 20)
    const header = bytes.readUInt32LE(at + 42)
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
    const raw = bytes.subarray(start, start + size)
    const content = isDeflated ? inflateRawSync(raw) : raw
    if (crc32(content) !== bytes.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`)
    files.set(name, content)
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return files
}

/** An archive of these files, in their order; a name may be there twice, and be one that an archive must not have. */
export async function makeZip(
  files: readonly (readonly [name: string, content: Uint8Array | string])[],
  options: { compress?: boolean } = {},
): Promise<Buffer> {
  const zip = new ZipFile()
  const stem = (index: number) => `f${String(index).padStart(4, '0')}`
  const { compress = true } = options
  for (const [index, [name, content]] of files.entries()) {
    // The writer refuses names such as ../x, so each file is named afterwards, in as many bytes.
    const placeholder = stem(index).padEnd(Buffer.byteLength(name), '_')
    zip.addBuffer(Buffer.from(content), placeholder, { compress })
  }
  zip.end()
  const archive = await buffer(zip.outputStream)
  for (const [index, [name]] of files.entries()) {
    const placeholder = stem(index).padEnd(Buffer.byteLength(name), '_')
    overwrite(archive, placeholder, name)
  }
  return archive
}

function overwrite(bytes: Buffer, from: string, to: string): void {
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to, at)
}
