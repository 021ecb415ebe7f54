// Keeps the databases and files of tests in memory where there is room: none of them has to survive the machine.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const MIN_FREE_BYTES = 6 * 1024 ** 3

/** A folder that goes with this process, as TMPDIR for it and all that it starts; a TMPDIR of the caller's stays. */
export function useScratch(environment: NodeJS.ProcessEnv = process.env): void {
  // Long runs write more than fits.
  if (environment.TMPDIR !== undefined || environment.SWEEPS === '1' || !hasRoom(MEMORY)) return
  // Programs that are unpacked once for all runs stay where they are.
  environment.TEST_PROGRAMS = tmpdir()
  const folder = mkdtempSync(join(MEMORY, 'cloudstreet-tests-'))
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  environment.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
}

/** Tests run what they have unpacked, which containers often forbid there. */
function hasRoom(folder: string): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .findLast((line) => line.split(' ')[1] === folder)
    const { bavail, bsize } = statfsSync(folder)
    const options = mount?.split(' ')[3]?.split(',') ?? ['noexec']
    return !options.includes('noexec') && bavail * bsize >= MIN_FREE_BYTES
  } catch {
    return false
  }
}
