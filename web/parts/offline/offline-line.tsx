// Says that there is no network, and of when the flights are.
import { useEffect, useState } from 'preact/hooks'
import { texts } from '../../language/texts.ts'
import { formatMoment } from '../format.ts'
import { followKept, readKeptAt } from './kept.ts'

export function OfflineLine() {
  const [keptAt, setKeptAt] = useState(readKeptAt)
  useEffect(() => followKept(() => setKeptAt(readKeptAt())), [])
  return (
    <p class="offline-line" role="status">
      {keptAt !== undefined && texts.shell.offline(formatMoment(keptAt))}
    </p>
  )
}
