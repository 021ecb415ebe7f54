// A file in a folder of the pilot's: looked for before it is written, and compared afterwards. Not every server keeps
// If-None-Match, and some keep the beginning of a file whose connection broke.
//
//   not there ──write──> read: the same? ── yes: delivered, no: tried again
//   the same bytes ────> already there
//   a beginning of it ─> an upload that broke off: written again, nothing is lost
//   other bytes ───────> under the other name, which has the file's hash in it
import { answerInstead, compareBody, isOk } from './answers.ts'
import type { Answer, OutgoingFlight } from './kind.ts'

export interface Folder {
  read(path: string, maxBytes: number): Promise<Answer>
  /** `isNew`: only where there is no file of this name. */
  write(path: string, bytes: Uint8Array, isNew: boolean): Promise<Answer>
}

const NOT_AS_SENT = 'The file was taken, but is not there as it was sent.'
const NO_FOLDER = 'This address answers for files that cannot be there: it is not the address of a folder.'

export async function placeFile(
  folder: Folder,
  flight: OutgoingFlight,
  inYearFolders = false,
): Promise<Answer> {
  for (const name of namesOf(flight)) {
    const path = inYearFolders ? `${flight.date.slice(0, 4)}/${name}` : name
    const found = await look(folder, path, flight)
    if (found.is === 'other') continue
    if (found.is === 'unclear') return found.answer
    if (found.is === 'same')
      return { ...found.answer, body: 'already there', known: { foreignId: path, wasThere: true } }
    const written = await folder.write(path, flight.bytes, found.is === 'free')
    if (!isOk(written)) return written
    const after = await look(folder, path, flight)
    // The path is the file's name there.
    return after.is === 'same' ? { ...written, known: { foreignId: path } } : answerInstead(null, NOT_AS_SENT)
  }
  return answerInstead(404, NO_FOLDER)
}

interface Found {
  is: 'free' | 'same' | 'beginning' | 'other' | 'unclear'
  answer: Answer
}

async function look(folder: Folder, path: string, flight: OutgoingFlight): Promise<Found> {
  const answer = await folder.read(path, flight.bytes.length + 1)
  if (answer.status === 404) return { is: 'free', answer }
  return { is: answer.status === 200 ? compareBody(answer, flight) : 'unclear', answer }
}

/** The name that the file came with; then one that no other file has. */
function namesOf({ fileName, hash }: OutgoingFlight): [string, string] {
  // Characters that some file systems do not take.
  const cleaned = fileName.replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, '-').replace(/^\.+/, '')
  const stem = cleaned.replace(/\.igc$/i, '') || 'flight'
  return [`${stem}.igc`, `${stem}-${hash.slice(0, 12)}.igc`]
}

export const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/')
