// Host names -> addresses, over DNS and /etc/hosts. Not by the system's resolver: libuv calls that one in two of its
// threads, so two slow name servers would hold up everybody's look-ups (localhost, too, behind eight of them).
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'

const TIMEOUT_MS = 5000
const QUERY_TIMEOUT_MS = 2000
const MAX_TRIES = 2
// When IPv4 has answered, IPv6 gets this much longer, and the other way round: some name servers ignore one of them.
const OTHER_FAMILY_MS = 300

/** Throws a ResolveError. */
export type ResolveName = (name: string) => Promise<LookupAddress[]>

export class ResolveError extends Error {
  /** No such name; no answer in time; any other failure of the name servers. */
  readonly code: 'ENOTFOUND' | 'ETIMEOUT' | 'EAI_AGAIN'

  constructor(name: string, code: ResolveError['code']) {
    super(`${name} could not be resolved: ${code}`)
    this.code = code
  }
}

/** `nameServers` instead of those of /etc/resolv.conf, which is read again for each name: it may change. */
export function createResolver(
  options: { nameServers?: readonly string[] | undefined; hostsFile?: string; timeoutMs?: number } = {},
): ResolveName {
  const readHosts = createHostsReader(options.hostsFile ?? '/etc/hosts')
  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '')
    const local = readHosts().get(name) ?? findLoopback(name)
    if (local) return local
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: MAX_TRIES })
    if (options.nameServers) resolver.setServers(options.nameServers)
    return queryBothFamilies(resolver, name, options.timeoutMs ?? TIMEOUT_MS)
  }
}

/** RFC 6761 6.3: names under localhost are loopback, whatever a name server says. */
function findLoopback(name: string): LookupAddress[] | undefined {
  if (name !== 'localhost' && !name.endsWith('.localhost')) return undefined
  return [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
}

async function queryBothFamilies(
  resolver: Resolver,
  name: string,
  timeoutMs: number,
): Promise<LookupAddress[]> {
  const timers = [setTimeout(() => resolver.cancel(), timeoutMs)]
  const query = async (family: 4 | 6) => {
    const addresses = await (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name))
    timers.push(setTimeout(() => resolver.cancel(), OTHER_FAMILY_MS))
    return addresses.map((address) => ({ address, family }))
  }
  const answers = await Promise.allSettled([query(4), query(6)])
  timers.forEach(clearTimeout)
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses
  throw new ResolveError(name, findCause(answers))
}

function findCause(answers: readonly PromiseSettledResult<unknown>[]): ResolveError['code'] {
  const codes = answers.map((answer) =>
    answer.status === 'rejected' ? (answer.reason as NodeJS.ErrnoException).code : undefined,
  )
  if (codes.some((code) => code === 'ETIMEOUT' || code === 'ECANCELLED')) return 'ETIMEOUT'
  const isUnknown = codes.every((code) => code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME')
  return isUnknown ? 'ENOTFOUND' : 'EAI_AGAIN'
}

type Hosts = ReadonlyMap<string, LookupAddress[]>

/** Parsed again when the file has changed. */
function createHostsReader(path: string): () => Hosts {
  let hosts: Hosts = new Map()
  let version = ''
  return () => {
    try {
      const { mtimeMs, size } = statSync(path)
      if (version !== `${mtimeMs} ${size}`) {
        hosts = parseHosts(readFileSync(path, 'utf8'))
        version = `${mtimeMs} ${size}`
      }
    } catch {
      // No such file: then no names.
      hosts = new Map()
      version = ''
    }
    return hosts
  }
}

function parseHosts(text: string): Hosts {
  const hosts = new Map<string, LookupAddress[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    const family = isIP(address)
    if (family === 0) continue
    for (const name of names.map((one) => one.toLowerCase()))
      hosts.set(name, [...(hosts.get(name) ?? []), { address, family }])
  }
  return hosts
}
