// Certificate authorities for a desk, by openssl: for https, and for every way in which it can be wrong.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CertificateName } from '../faults.ts'

export interface Certificate {
  key: string
  cert: string
}

export interface Authority {
  /** Its own certificate, which clients have to trust. */
  file: string
  /** For subjects such as `DNS:localhost,IP:127.0.0.1`; with fewer than no days it has expired. */
  issue(subjects: string, options?: { days?: number }): Certificate
}

const ALGORITHM = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** Keeps its files in the folder, under its name. */
export function createAuthority(folder: string, name: string): Authority {
  const run = (...options: string[]) =>
    execFileSync('openssl', options, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const [ownKey, own] = [`${name}.key`, `${name}.pem`]
  const request = ['req', '-x509', ...ALGORITHM, '-days', '30', '-subj', `/CN=Cloudstreet desk (${name})`]
  run(...request, '-keyout', ownKey, '-out', own)
  let count = 0
  return {
    file: join(folder, own),
    issue: (subjects, { days = 30 } = {}) => {
      const [key, asked, cert] = ['key', 'csr', 'pem'].map((kind) => `${name}-${count}.${kind}`) as [
        string,
        string,
        string,
      ]
      count++
      const names = ['-subj', '/CN=cloudstreet', '-addext', `subjectAltName=${subjects}`]
      run('req', '-new', ...ALGORITHM, ...names, '-keyout', key, '-out', asked)
      const by = ['-CA', own, '-CAkey', ownKey, '-CAcreateserial', '-copy_extensions', 'copyall']
      run('x509', '-req', '-in', asked, ...by, '-days', String(days), '-out', cert)
      return { key: read(key), cert: read(cert) }
    },
  }
}

export interface Certificates {
  /** The instrument has to trust this one. */
  authorityFile: string
  by: Record<CertificateName, Certificate>
}

/** For the address; undefined where there is no openssl. */
export function findCertificates(folder: string, address: string): Certificates | undefined {
  const names = `DNS:localhost,IP:127.0.0.1,${/^[\d.]+$/.test(address) ? 'IP' : 'DNS'}:${address}`
  try {
    const trusted = createAuthority(folder, 'trusted')
    const by = {
      good: trusted.issue(names),
      expired: trusted.issue(names, { days: -1 }),
      untrusted: createAuthority(folder, 'stranger').issue(names),
      misnamed: trusted.issue('DNS:elsewhere.example'),
    }
    return { authorityFile: trusted.file, by }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
