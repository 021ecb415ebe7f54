// Mistakes that a form of seasons can see, in the reader's language. The server checks the same, in English.
import { Problem } from '../../parts/api.ts'
import { rankingWords } from '../words.ts'

const MAX_UPLOAD_DAYS = 400

/** Refuses as the server does; days are as inputs have them. */
export function requireTerms({
  from,
  to,
  timeZone,
  uploadDays = '',
}: {
  from: string
  to: string
  timeZone?: string
  uploadDays?: string
}): void {
  const { mistakes } = rankingWords
  const found = [
    to < from && mistakes.order,
    timeZone !== undefined && !isTimeZone(timeZone) && mistakes.timeZone(timeZone),
    !(/^\d*$/.test(uploadDays) && Number(uploadDays) <= MAX_UPLOAD_DAYS) &&
      mistakes.uploadDays(MAX_UPLOAD_DAYS),
  ].filter((mistake) => mistake !== false)
  if (found.length > 0) throw new Problem(400, 'invalid_request', found.join(' '))
}

function isTimeZone(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}
