import { statfs } from 'node:fs/promises'
import type { Metrics } from '../metrics/metrics.ts'

/** What a service without privileges can still write. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export function measureDisk(metrics: Metrics, folder: string): void {
  metrics.gauge('disk_free_bytes', 'Free room on the disk of the data folder', () => readFreeBytes(folder))
}
