// The email addresses in a list that was pasted or exported: one in a line, or a table with other columns.
import type { InvitedReport } from '#contract/clubs/clubs.ts'
import { isEmail, normaliseEmail } from '#server/platform/mail/address.ts'

const SEPARATORS = /[,;\t]/
const NO_ADDRESS = 'There is no email address in this line.'

/** Cells may be quoted and have a separator in them; such a cell is no address, so it need not be put together again. */
function findAddress(line: string): string | undefined {
  const cells = line.split(SEPARATORS).map((cell) => cell.trim().replaceAll(/^["'<]+|["'>]+$/g, ''))
  return cells.find((cell) => cell.includes('@'))
}

export function readAddresses(csv: string): {
  /** Each with its line. */
  addresses: Map<string, number>
  problems: InvitedReport['problems']
} {
  const addresses = new Map<string, number>()
  const problems: InvitedReport['problems'] = []
  // Excel begins its files with U+FEFF.
  const lines = csv.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  for (const [index, line] of lines.entries()) {
    const cell = findAddress(line)
    const isHeading = index === 0 && cell === undefined && lines.length > 1
    if (line.trim() === '' || isHeading) continue
    const address = normaliseEmail(cell ?? '')
    const problem =
      cell === undefined
        ? NO_ADDRESS
        : !isEmail(address)
          ? 'This is not an email address.'
          : addresses.has(address)
            ? 'This address is in the list twice.'
            : undefined
    if (problem === undefined) addresses.set(address, index + 1)
    else problems.push({ line: index + 1, problem })
  }
  return { addresses, problems }
}
