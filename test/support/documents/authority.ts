// A certificate authority for tests, by openssl, and the certificates of hosts that it has signed.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../installation/folder.ts'

export interface Certificate {
  key: string
  cert: string
}

export interface Authority {
  readonly cert: string
  /** For a host; with fewer than no days it has expired. */
  issue(name: string, options?: { days?: number }): Certificate
}

const ALGORITHM = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

export function createAuthority(
  context: { after: (end: () => void) => void },
  subject = 'Test CA',
): Authority {
  const folder = makeFolder(context)
  const run = (...options: string[]) =>
    execFileSync('openssl', options, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const request = ['req', '-x509', ...ALGORITHM, '-days', '30', '-subj', `/CN=${subject}`]
  run(...request, '-keyout', 'ca.key', '-out', 'ca.pem')
  let count = 0
  return {
    cert: read('ca.pem'),
    issue: (name, { days = 30 } = {}) => {
      const [key, asked, cert] = [`${++count}.key`, `${count}.csr`, `${count}.pem`]
      const names = ['-subj', '/CN=cloudstreet', '-addext', `subjectAltName=DNS:${name}`]
      run('req', '-new', ...ALGORITHM, ...names, '-keyout', key, '-out', asked)
      const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-copy_extensions', 'copyall']
      run('x509', '-req', '-in', asked, ...by, '-days', String(days), '-out', cert)
      return { key: read(key), cert: read(cert) }
    },
  }
}
