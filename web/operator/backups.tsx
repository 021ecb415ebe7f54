// The backups of BACKUP_DIR, and whether one of them is whole.
import { useState } from 'preact/hooks'
import type { OperatorBackups } from '#dashboard/operator.ts'
import { post } from '../parts/api.ts'
import { formatBytes, formatMoment } from '../parts/format.ts'
import { type Loaded, useAction } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'
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
  const action = useAction()
  const [isWhole, setWhole] = useState(false)
  const verify = () => action.run(() => post('/admin/backup-verify', { backup: backup.name }))
  return (
    <li>
      <div>
        <strong>{formatMoment(Date.parse(backup.madeAt))}</strong>
        <div class="soft small">{backup.name}</div>
        <ProblemNotice problem={action.problem} />
      </div>
      <div class="soft small" role="status">
        <div>{formatBytes(backup.bytes)}</div>
        <div>{isWhole && 'Every byte, row and file is intact.'}</div>
      </div>
      <button
        class="secondary small"
        aria-label={`Verify ${backup.name}`}
        disabled={action.isBusy}
        onClick={() => void verify().then(setWhole)}
      >
        {action.isBusy ? 'Reading…' : 'Verify'}
      </button>
    </li>
  )
}
