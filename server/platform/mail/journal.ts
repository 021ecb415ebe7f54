// Which letters this process has handed over, in a file of its own: one write before the last line of a letter leaves.
// It outlives a kill -9, so that the next process on this machine knows what the mail server has and what it has not.
// It need not outlive a power failure: then the letter is merely in doubt, as one of another machine is.
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const NAME = /^mail-([0-9a-f]{24})\.journal$/

export interface Journal {
  /** Synchronous, so that nothing comes between it and the last line. */
  note(letterId: string): void
  close(): void
}

export function openJournal(dataDir: string, leaseId: string): Journal {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, `mail-${leaseId}.journal`)
  const file = openSync(path, 'wx', 0o600)
  return {
    note: (letterId) => void writeSync(file, `${letterId}\n`),
    close: () => {
      closeSync(file)
      rmSync(path, { force: true })
    },
  }
}

export interface OldJournal {
  leaseId: string
  handedOver: ReadonlySet<string>
  remove(): void
}

/** Those of other processes on this machine, ended or not. */
export function readOldJournals(dataDir: string, ownLeaseId: string): OldJournal[] {
  return readdirSync(dataDir).flatMap((name) => {
    const leaseId = NAME.exec(name)?.[1]
    if (leaseId === undefined || leaseId === ownLeaseId) return []
    const path = join(dataDir, name)
    const handedOver = new Set(readFileSync(path, 'utf8').split('\n').filter(Boolean))
    return [{ leaseId, handedOver, remove: () => rmSync(path, { force: true }) }]
  })
}
