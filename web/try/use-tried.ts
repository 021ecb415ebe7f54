// A file that is tried: its flights, each with its track first, then its score.
import { useRef, useState } from 'preact/hooks'
import type { FlownTrack, Outcome } from './outcome.ts'
import { readRecordings, scoreHere } from './score-here.ts'

export interface TriedFlight {
  track?: FlownTrack
  outcome?: Outcome
}

export interface TriedFile {
  name: string
  /** In this tab, over a reload and a sign-up. */
  isKept: boolean
  flights: readonly TriedFlight[]
}

export function useTried() {
  const [tried, setTried] = useState<TriedFile>()
  const latest = useRef<File>(undefined)
  const open = async (file: File, keep: () => Promise<boolean>) => {
    latest.current = file
    setTried({ name: file.name, isKept: true, flights: [{}] })
    const [recordings, isKept] = await Promise.all([readRecordings(file), keep()])
    const show = (flights: readonly TriedFlight[]) =>
      latest.current === file && setTried({ name: file.name, isKept, flights })
    if (!Array.isArray(recordings)) return show([{ outcome: { refusal: recordings } }])
    const flights: TriedFlight[] = recordings.map(() => ({}))
    show([...flights])
    for (const [index, recording] of recordings.entries()) {
      if (latest.current !== file) return
      const change = (part: TriedFlight) => {
        flights[index] = { ...flights[index], ...part }
        show([...flights])
      }
      change({ outcome: await scoreHere(recording, (track) => change({ track })) })
    }
  }
  return { tried, open }
}
