// Uploads files: each is checked here, sent, and its outcome kept for the page to show.
import { useRef, useState } from 'preact/hooks'
import { type Problem, uploadFile } from '../parts/api.ts'
import { formatDay, formatWhole } from '../parts/format.ts'
import { forgetAnswers } from '../parts/load.ts'

export type State = 'waiting' | 'reading' | 'sending' | 'scoring' | 'new' | 'duplicate' | 'refused' | 'failed'

export interface Entry {
  key: number
  file: File
  state: State
  /** How much has been sent, from 0 to 1. */
  share: number
  message?: string
  hint?: string
  flightId?: string
}

/** The server scores on few threads. */
const MAX_CONCURRENT_UPLOADS = 2

export function isDone(state: State): boolean {
  return ['new', 'duplicate', 'refused', 'failed'].includes(state)
}

export function useUploads() {
  const [entries, setEntries] = useState<Entry[]>([])
  const lanes = useRef<Promise<void>[]>(
    Array.from({ length: MAX_CONCURRENT_UPLOADS }, () => Promise.resolve()),
  )
  const next = useRef(0)

  const change = (key: number, part: Partial<Entry>) =>
    setEntries((all) => all.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)))

  const enqueue = (entry: Entry) => {
    const lane = entry.key % MAX_CONCURRENT_UPLOADS
    lanes.current[lane] = (lanes.current[lane] ?? Promise.resolve()).then(() => processFile(entry, change))
  }
  const add = (files: File[]) => {
    const added = files.map((file): Entry => ({ key: next.current++, file, state: 'waiting', share: 0 }))
    setEntries((all) => [...all, ...added])
    for (const entry of added) enqueue(entry)
  }
  const retry = (entry: Entry) => {
    change(entry.key, { state: 'waiting', message: '', hint: '' })
    enqueue(entry)
  }
  return { entries, add, retry }
}

async function processFile(entry: Entry, change: (key: number, part: Partial<Entry>) => void): Promise<void> {
  const tell = (part: Partial<Entry>) => change(entry.key, part)
  tell({ state: 'reading' })
  const { checkFile } = await import('./check-file.ts')
  const checked = await checkFile(entry.file)
  if (checked.refusal) return tell({ state: 'refused', ...checked.refusal })
  tell({
    state: 'sending',
    message: `${formatWhole(checked.fixes)} fixes${checked.date ? `, ${formatDay(checked.date)}` : ''}`,
  })
  try {
    const { data } = await uploadFile('/flights/upload', entry.file, entry.file.name, (share) =>
      tell(share < 1 ? { share } : { share, state: 'scoring' }),
    )
    forgetAnswers('/flights')
    tell({ state: data.isNew ? 'new' : 'duplicate', flightId: (data as { id?: string }).id ?? '' })
  } catch (error) {
    const { status, message } = error as Problem
    const isRefused = status === 400 || status === 413
    tell({ state: isRefused ? 'refused' : 'failed', message, hint: '' })
  }
}
