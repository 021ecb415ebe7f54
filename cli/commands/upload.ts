import {
  ApiError,
  AuthenticationError,
  type Client,
  type FileWarning,
  InsufficientScopeError,
  uploadFlight,
} from '../../sdk/index.ts'
import { MAX_AWAY_MS, openAccount } from '../account/account.ts'
import { type Command, readNumber, readSeconds, UsageError } from '../command.ts'
import { findFiles, type FoundFile } from '../files/find.ts'
import { type Outcome, toExitCode } from '../outcome.ts'
import { inParallel } from '../parallel.ts'
import { showProgress } from '../terminal/progress.ts'
import { toTable } from '../terminal/table.ts'

export const upload: Command = {
  about: 'Uploads flights: files, all *.igc of folders, and of ZIP archives.',
  words: 'FILE|FOLDER|ZIP…',
  completes: 'files',
  options: {
    parallel: { type: 'string', value: 'N', about: 'how many at once; 4 by default' },
    'max-wait': {
      type: 'string',
      value: 'SECONDS',
      about: 'how long to wait for a service that cannot be reached; 60 by default',
    },
    glider: { type: 'string', value: 'NAME', about: 'make and model of the glider, for all of them' },
    json: { type: 'boolean', about: 'one line of JSON for each file' },
  },
  examples: [
    'cloudstreet upload 2026-05-17.igc',
    'cloudstreet upload ~/flights season-2025.zip',
    `cloudstreet upload ~/flights --json | jq 'select(.result == "refused")'`,
  ],
  async run(given, terminal) {
    if (given.words.length === 0) throw new UsageError('Which files?')
    const parallel = readNumber(given, 'parallel', 4)
    const glider = given.text('glider')
    const { client } = await openAccount(terminal.say, {
      maxAwayMs: readSeconds(given, 'max-wait', MAX_AWAY_MS),
    })
    const files: FoundFile[] = []
    for await (const file of findFiles(given.words)) files.push(file)
    const outcomes: Outcome[] = []
    const progress = showProgress(terminal, () => ({ done: outcomes.length, all: files.length }))
    try {
      await inParallel(parallel, files, async (file) => {
        const outcome = await uploadOne(client, file, {
          ...(glider === undefined ? {} : { gliderName: glider }),
          signal: terminal.signal,
          ...(terminal.isWatched ? { onProgress: (share: number) => progress.move(file.label, share) } : {}),
        })
        progress.end(file.label)
        outcomes.push(outcome)
        if (given.isSet('json')) terminal.print(JSON.stringify(outcome))
      })
    } finally {
      progress.stop()
    }
    if (!given.isSet('json')) terminal.print(...describe(outcomes))
    return toExitCode(outcomes)
  },
}

interface UploadOneOptions {
  gliderName?: string
  idempotencyKey?: string
  signal: AbortSignal
  onProgress?: (share: number) => void
}

export async function uploadOne(
  client: Client,
  file: FoundFile,
  options: UploadOneOptions,
): Promise<Outcome> {
  const { onProgress, ...rest } = options
  try {
    const bytes = await file.read()
    const flight = await uploadFlight(client, bytes, {
      filename: file.name,
      ...rest,
      ...(onProgress
        ? { onProgress: ({ sentBytes, totalBytes }) => onProgress(sentBytes / totalBytes) }
        : {}),
    })
    return { file: file.label, result: flight.isNew ? 'new' : 'known', flight }
  } catch (error) {
    // These concern all files: the command ends.
    if (error instanceof AuthenticationError || error instanceof InsufficientScopeError) throw error
    rest.signal.throwIfAborted()
    const isRefused = error instanceof ApiError && (error.status === 400 || error.status === 413)
    const message = (error as Error).message.replace('POST /api/v1/flights/import', 'cloudstreet import')
    return { file: file.label, result: isRefused ? 'refused' : 'failed', message }
  }
}

function describe(outcomes: readonly Outcome[]): string[] {
  const rows = outcomes
    .toSorted((one, other) => (one.file < other.file ? -1 : 1))
    .map(({ file, result, flight, message }) => {
      const { score, distance, type } = flight?.scoring ?? {}
      return [file, result, score, distance, type ?? message]
    })
  const counts = (['new', 'known', 'refused', 'failed'] as const)
    .map((result) => [outcomes.filter((outcome) => outcome.result === result).length, result] as const)
    .filter(([count]) => count > 0)
    .map(([count, result]) => `${count} ${result}`)
  const table = toTable(['file', 'result', 'points', 'km', ''], rows)
  const noticed = describeWarnings(outcomes.map(({ file, flight }) => ({ file, warnings: flight?.warnings })))
  return rows.length === 0 ? ['No flights found.'] : [...table, '', ...noticed, counts.join(', ')]
}

/** With an empty line after them. */
export function describeWarnings(
  outcomes: readonly { file: string; warnings?: FileWarning[] | undefined }[],
): string[] {
  const lines = outcomes.flatMap(({ file, warnings = [] }) =>
    warnings.map(({ message }) => `${file}: ${message}`),
  )
  return lines.length > 0 ? [...lines.toSorted(), ''] : []
}
