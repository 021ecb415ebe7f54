// Many files at once: each is read here first, sent, and its outcome told.
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Problem, uploadFile } from '../api.ts'
import { DropZone } from '../upload/drop-zone.tsx'
import { formatBytes, formatDay, formatWhole } from '../parts/format.ts'
import { Icon, type IconName } from '../parts/icons.tsx'
import { forgetAnswers } from '../parts/load.ts'
import { navigate } from '../parts/router.ts'
import { takeFiles } from '../upload/upload-queue.ts'

type State = 'waiting' | 'reading' | 'sending' | 'scoring' | 'new' | 'duplicate' | 'refused' | 'failed'

interface Entry {
  key: number
  file: File
  state: State
  /** Of the transfer, from 0 to 1. */
  share: number
  message?: string
  hint?: string
  flightId?: string
}

/** Transfers at the same time: the server scores on few threads. */
const LANES = 2

export default function Upload() {
  const { entries, add, retry } = useUploads()
  const isSampling = useRef(false)
  const addSample = async () => {
    const { makeSampleFile } = await import('../upload/sample-flight.ts')
    add([makeSampleFile()])
  }
  useEffect(() => {
    document.title = 'Upload · Cloudstreet'
    const waiting = takeFiles()
    if (waiting.length > 0) add(waiting)
    if (new URLSearchParams(location.search).has('sample') && !isSampling.current) {
      isSampling.current = true
      navigate('/app/upload', { replace: true })
      void addSample()
    }
  }, [])
  const done = entries.filter((entry) => isDone(entry.state))
  return (
    <div class="stack">
      <div class="page-head">
        <div>
          <h1>Upload flights</h1>
          <p>
            Each file is checked in your browser, then scored and stored. A file that is here already does no
            harm.
          </p>
        </div>
      </div>
      <DropZone title="Drop IGC files here" compact={entries.length > 0} onFiles={add}>
        {entries.length === 0 && (
          <p>
            From any recorder or phone, also gzipped. No file at hand?{' '}
            <button class="link" onClick={() => void addSample()}>
              Try a sample flight
            </button>
          </p>
        )}
      </DropZone>
      {entries.length > 0 && (
        <section class="card list-card" aria-labelledby="files">
          <div class="list-head">
            <h2 id="files">{entries.length === 1 ? 'One file' : `${entries.length} files`}</h2>
            <p class="soft small" role="status">
              {summarise(entries)}
            </p>
          </div>
          {done.length < entries.length && (
            <progress max={entries.length} value={done.length} aria-label="Files done" />
          )}
          <ul class="files">
            {entries.map((entry) => (
              <FileRow key={entry.key} entry={entry} retry={() => retry(entry)} />
            ))}
          </ul>
          {done.length === entries.length && done.some((entry) => entry.state === 'new') && (
            <div class="list-foot">
              <span />
              <a class="button" href="/app/logbook">
                Open the logbook
              </a>
            </div>
          )}
        </section>
      )}
    </div>
  )
}

function isDone(state: State): boolean {
  return ['new', 'duplicate', 'refused', 'failed'].includes(state)
}

function summarise(entries: Entry[]): string {
  const count = (...states: State[]) => entries.filter((entry) => states.includes(entry.state)).length
  const parts: [number, string][] = [
    [count('waiting', 'reading', 'sending', 'scoring'), 'on the way'],
    [count('new'), 'new'],
    [count('duplicate'), 'here already'],
    [count('refused'), 'not usable'],
    [count('failed'), 'failed'],
  ]
  return parts
    .filter(([number]) => number > 0)
    .map(([number, name]) => `${number} ${name}`)
    .join(', ')
}

const looks: Record<State, { icon: IconName; look: string; text: string }> = {
  waiting: { icon: 'upload', look: '', text: 'Waits its turn' },
  reading: { icon: 'book', look: '', text: 'Reading' },
  sending: { icon: 'upload', look: '', text: 'Sending' },
  scoring: { icon: 'chart', look: '', text: 'Scoring' },
  new: { icon: 'check', look: 'good', text: 'New flight' },
  duplicate: { icon: 'copy', look: 'sun', text: 'Here already' },
  refused: { icon: 'warning', look: 'bad', text: 'Not usable' },
  failed: { icon: 'warning', look: 'bad', text: 'Failed' },
}

function FileRow({ entry, retry }: { entry: Entry; retry: () => void }) {
  const { icon, look, text } = looks[entry.state]
  return (
    <li>
      <span class={`mark ${look}`}>
        <Icon name={icon} size={16} />
      </span>
      <span>
        <strong>{entry.file.name}</strong> <span class="soft small">{formatBytes(entry.file.size)}</span>
      </span>
      <span class="row">
        <span class={`tag ${look}`}>{text}</span>
        {entry.flightId && (
          <a class="button secondary small" href={`/app/flights/${entry.flightId}`}>
            Open
          </a>
        )}
        {entry.state === 'failed' && (
          <button class="secondary small" onClick={retry}>
            Try again
          </button>
        )}
      </span>
      {entry.state === 'sending' && (
        <span class="details">
          <progress max={1} value={entry.share} aria-label={`Sending ${entry.file.name}`} />
        </span>
      )}
      {entry.message && (
        <span class={`details ${look === 'bad' ? 'bad' : ''}`}>
          {entry.message} {entry.hint}
        </span>
      )}
    </li>
  )
}

function useUploads() {
  const [entries, setEntries] = useState<Entry[]>([])
  const lanes = useRef<Promise<void>[]>(Array.from({ length: LANES }, () => Promise.resolve()))
  const next = useRef(0)

  const change = (key: number, part: Partial<Entry>) =>
    setEntries((all) => all.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)))

  const enqueue = (entry: Entry) => {
    const lane = entry.key % LANES
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
  const { checkFile } = await import('../upload/check-file.ts')
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
