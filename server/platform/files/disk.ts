import { statfs } from 'node:fs/promises'
import type { Metrics } from '../metrics/metrics.ts'

/** Bytes that a service without privileges can still write. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const RESERVED_SHARE = 0.05
const MAX_RESERVED_BYTES = 1024 ** 3

/** False when what is left is for the database and the log: a twentieth of the disk, at most 1 GiB. */
export async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return bavail * bsize > Math.min(blocks * bsize * RESERVED_SHARE, MAX_RESERVED_BYTES)
}

export function measureDisk(metrics: Metrics, folder: string): void {
  metrics.gauge('disk_free_bytes', 'Free room on the disk of the data folder', () => readFreeBytes(folder))
}
