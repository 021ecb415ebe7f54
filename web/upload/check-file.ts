// Checks a file in the browser before it is uploaded: a bad one is explained at once, by line.
import { texts } from '../language/texts.ts'
import { type Diagnosis, findError, readIgc } from '#igc/read.ts'
import { readBytes } from '../parts/files/read-bytes.ts'

export interface CheckedFile {
  /** Why the file cannot be used; undefined when it can. */
  refusal: Refusal | undefined
  /** The file holds several flights, which an import splits. */
  holdsSeveral: boolean
  fixes: number
  date: string | undefined
}

interface Refusal {
  message: string
  hint: string
  /** All that is wrong: with a date it can be uploaded. */
  lacksDate: boolean
}

/** `date` is for a file that names none. */
export async function checkFile(file: File, date: string | undefined): Promise<CheckedFile> {
  const bytes = await readBytes(file)
  if (!bytes) return { refusal: brokenGzip(), holdsSeveral: false, fixes: 0, date: undefined }
  const igc = readIgc(bytes, { now: new Date(), ...(date !== undefined && { date }) })
  const error = findError(igc)
  const holdsSeveral = error?.code === 'several-flights'
  return { refusal: error && explain(error), holdsSeveral, fixes: igc.track?.length ?? 0, date: igc.date }
}

const brokenGzip = (): Refusal => ({
  message: texts.upload.brokenGzip,
  hint: texts.upload.unpackAndUpload,
  lacksDate: false,
})

function explain({ code, message, hint }: Diagnosis): Refusal {
  const lacksDate = code === 'no-date'
  return { message, hint: lacksDate ? texts.upload.chooseDate : hint, lacksDate }
}
