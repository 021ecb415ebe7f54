// The way back from a damaged database, with the backup to take and the command.
import { listArchives } from '#server/archive/folder.ts'
import { commandLines, type Config } from '#server/platform/config.ts'

export function adviseRestore({ backup, databaseUrl }: Pick<Config, 'backup' | 'databaseUrl'>): string {
  const [newest] = backup.folder === undefined ? [] : listArchives(backup.folder)
  const file = newest?.file ?? 'FILE'
  const which = newest
    ? `That backup is of ${new Date(newest.madeAt).toISOString()}.`
    : 'FILE is your newest backup: BACKUP_DIR names no folder that has one.'
  const logs = databaseUrl
    ? ' With an archived log recover to a point in time instead: docs/operate/postgresql.md.'
    : ''
  return `Stop the service, keep a copy of the damaged database, and run \`${commandLines.admin} restore ${file} --force\`. ${which}${logs}`
}

/** For a node that has met the damage while it runs. */
export function adviseDamaged(config: Parameters<typeof adviseRestore>[0]): string {
  return `Run \`${commandLines.admin} check\`: it says what is damaged. ${adviseRestore(config)}`
}
