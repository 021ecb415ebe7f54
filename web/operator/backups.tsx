// The backups of BACKUP_DIR.
import type { OperatorBackups } from '#dashboard/operator.ts'
import { formatBytes, formatMoment } from '../parts/format.ts'
import type { Loaded } from '../parts/load.ts'
import { ListCard } from './operator-page.tsx'

export function Backups({ loaded }: { loaded: Loaded<OperatorBackups> }) {
  const { value } = loaded
  const empty = value?.folder
    ? 'None yet: the first is made within ten minutes.'
    : 'No backups are made: BACKUP_DIR is not set.'
  return (
    <ListCard
      id="backups"
      title="Backups"
      loaded={loaded}
      items={value?.backups}
      empty={empty}
      row={(backup) => <BackupRow key={backup.name} backup={backup} />}
    />
  )
}

function BackupRow({ backup }: { backup: OperatorBackups['backups'][number] }) {
  return (
    <li>
      <div>
        <strong>{formatMoment(Date.parse(backup.madeAt))}</strong>
        <div class="soft small">{backup.name}</div>
      </div>
      <div class="soft small">{formatBytes(backup.bytes)}</div>
    </li>
  )
}
