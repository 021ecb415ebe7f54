// A folder -> .tar.gz whose bytes depend only on its contents: order, owners, modes and times are set.
import { execFileSync } from 'node:child_process'
import { basename, dirname } from 'node:path'

/** 78 MB at level 6 took three times the processor time of level 4, which makes 3 MB more of it. */
const LEVEL = 4

export function packFolder(folder: string, archive: string, madeAt: Date): void {
  execFileSync(
    'tar',
    [
      '--create',
      `--file=${archive}`,
      `--use-compress-program=gzip --no-name -${LEVEL}`,
      `--directory=${dirname(folder)}`,
      '--sort=name',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u+rwX,go+rX,go-w',
      `--mtime=@${Math.floor(madeAt.getTime() / 1000)}`,
      basename(folder),
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
}
