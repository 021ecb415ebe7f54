// Imports: many flights in one archive, and what became of each.
import { type Static, Type } from 'typebox'
import { noticedMembers } from './logbook/warnings.ts'
import { hash, id, idParams, moment, orNull } from './values.ts'

export const entryStatuses = ['waiting', 'new', 'duplicate', 'refused', 'failed', 'skipped'] as const
export type EntryStatus = (typeof entryStatuses)[number]

export const ImportParams = idParams('The import.')

const ImportEntry = Type.Object(
  {
    name: Type.String({
      description:
        'The name of the file in the archive, with its folders; of a file with several recordings, with the number of each: two (1 of 2).igc.',
      examples: ['2026/2026-05-17-XCT-MMM-01.igc'],
    }),
    kind: Type.Enum(['flight', 'photo'], {
      type: 'string',
      description: 'photo: a photo of a flight in an export; flight: anything else.',
      examples: ['flight'],
    }),
    status: Type.Enum(entryStatuses, {
      type: 'string',
      description:
        'waiting: not yet processed; new: a new flight or photo; duplicate: it already existed; refused: not a flight or photo that can be stored; failed: the service could not process it, so send it again; skipped: not a flight, such as a folder, a hidden file or a picture.',
      examples: ['new'],
    }),
    flightId: orNull(
      id('The id of the flight; of a photo, that of its flight.'),
      'The id of the flight; null when there is none.',
    ),
    hash: orNull(
      hash('SHA-256 of the stored file, in hexadecimal.'),
      'The hash of the flight; null when there is none.',
    ),
    reason: orNull(
      Type.String({ description: 'A sentence for people.', examples: ['A folder.'] }),
      'Why a file was refused, skipped or has failed; otherwise null.',
    ),
    warnings: Type.Optional(noticedMembers.warnings),
    recording: noticedMembers.recording,
  },
  { title: 'ImportEntry' },
)

const count = (description: string) => Type.Integer({ description, examples: [0] })

export const Import = Type.Object(
  {
    id: id('The id of the import.'),
    fileName: Type.String({ description: 'The name of the archive.', examples: ['flights.zip'] }),
    state: Type.Enum(['running', 'done'], {
      type: 'string',
      description: 'running: files are still being processed, whether you ask or not; done: none is waiting.',
      examples: ['done'],
    }),
    createdAt: moment('When the archive was received, UTC.'),
    finishedAt: orNull(moment('When the last file was processed, UTC.'), 'Null while it is running.'),
    counts: Type.Object(
      {
        waiting: count('Not yet processed.'),
        new: count('New flights.'),
        duplicate: count('Flights that already existed.'),
        refused: count('Files that were refused.'),
        failed: count('Files that could not be processed.'),
        skipped: count('Files that are neither flights nor their photos.'),
        photos: count('Photos that their flights have now.'),
      },
      { title: 'ImportCounts', description: 'The number of files with each status.' },
    ),
    entries: Type.Array(ImportEntry, {
      description: 'Every file of the archive, in the order of the archive.',
    }),
  },
  { title: 'Import' },
)
export type Import = Static<typeof Import>

export const ImportResult = Type.Object({ data: Import }, { title: 'ImportResult' })
