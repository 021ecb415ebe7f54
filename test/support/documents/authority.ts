// A certificate authority for tests, and the certificates of hosts that it has signed or not signed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as desk from '../../../conformance/desk/authority.ts'

export type Certificate = desk.Certificate

export interface Authority {
  readonly cert: string
  /** For a host; with fewer than no days it has expired. */
  issue(name: string, options?: { days?: number }): Certificate
}

export function createAuthority(
  context: { after: (end: () => void) => void },
  subject = 'Test CA',
): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-ca-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const authority = desk.createAuthority(folder, subject)
  return {
    cert: readFileSync(authority.file, 'utf8'),
    issue: (name, options) => authority.issue(`DNS:${name}`, options),
  }
}
