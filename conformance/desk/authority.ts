// A certificate authority for the maker's desk, by openssl: one certificate for every way that TLS can be wrong.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CertificateName } from '../faults.ts'

export interface Certificate {
  key: string
  cert: string
}

export interface Authority {
  /** Its own certificate: the instrument has to trust this one. */
  file: string
  certificates: Record<CertificateName, Certificate>
}

const ALGORITHM = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** Undefined where there is no openssl. */
export function findAuthority(folder: string, address: string): Authority | undefined {
  try {
    return createAuthority(folder, address)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function createAuthority(folder: string, address: string): Authority {
  const names = `DNS:localhost,IP:127.0.0.1${/^[\d.]+$/.test(address) ? `,IP:${address}` : `,DNS:${address}`}`
  createRoot(folder, 'trusted')
  createRoot(folder, 'stranger')
  return {
    file: join(folder, 'trusted.pem'),
    certificates: {
      good: issue(folder, 'good', names),
      expired: issue(folder, 'expired', names, { days: -1 }),
      untrusted: issue(folder, 'untrusted', names, { by: 'stranger' }),
      misnamed: issue(folder, 'misnamed', 'DNS:elsewhere.example'),
    },
  }
}

function run(folder: string, ...options: string[]): void {
  execFileSync('openssl', options, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
}

function createRoot(folder: string, name: string): void {
  const subject = ['-subj', `/CN=Cloudstreet conformance (${name})`]
  run(
    folder,
    'req',
    '-x509',
    ...ALGORITHM,
    '-days',
    '30',
    ...subject,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.pem`,
  )
}

function issue(
  folder: string,
  name: string,
  subjects: string,
  { days = 30, by = 'trusted' }: { days?: number; by?: string } = {},
): Certificate {
  const [key, asked, cert] = [`${name}.key`, `${name}.csr`, `${name}.pem`]
  const subject = ['-subj', '/CN=cloudstreet', '-addext', `subjectAltName=${subjects}`]
  run(folder, 'req', '-new', ...ALGORITHM, ...subject, '-keyout', key, '-out', asked)
  const signer = ['-CA', `${by}.pem`, '-CAkey', `${by}.key`, '-CAcreateserial', '-copy_extensions', 'copyall']
  run(folder, 'x509', '-req', '-in', asked, ...signer, '-days', String(days), '-out', cert)
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  return { key: read(key), cert: read(cert) }
}
