// Where a webhook may point. The name is resolved and every address checked when connecting, and the connection goes
// to a checked address: a name that changes between check and connect gains nothing.
import { lookup as resolveName, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { invalidRequest } from '#server/platform/errors.ts'

const LONGEST_URL = 2048
const RESOLVE_TIMEOUT_MS = 5000

// https://www.iana.org/assignments/iana-ipv4-special-registry and its IPv6 sister.
const notPublic4 = toBlockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
])

// Only 2000::/3 is public, less these. 6to4 (2002::/16) and Teredo (in 2001::/23) carry an IPv4 address and are
// deprecated, so they are refused whole.
const public6 = toBlockList('ipv6', [['2000::', 3]])
const notPublic6 = toBlockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])
const mapped = toBlockList('ipv6', [['::ffff:0:0', 96]])
// A machine with IPv6 alone reaches the IPv4 world through this prefix: its last four bytes are the address.
const nat64 = toBlockList('ipv6', [['64:ff9b::', 96]])

// Where clouds tell a machine its own credentials: refused even to an operator who allows private addresses.
const metadata = new BlockList()
for (const address of ['169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', '192.0.0.192'])
  metadata.addAddress(address, 'ipv4')
for (const address of ['fd00:ec2::254', 'fd20:ce::254']) metadata.addAddress(address, 'ipv6')

function toBlockList(family: 'ipv4' | 'ipv6', subnets: [string, number][]): BlockList {
  const blockList = new BlockList()
  for (const [network, prefix] of subnets) blockList.addSubnet(network, prefix, family)
  return blockList
}

export class ForbiddenAddressError extends Error {
  readonly code = 'ERR_FORBIDDEN_ADDRESS'
}

/** Whether an address, written in any of its forms, is one that a webhook must not reach. */
export function isForbiddenAddress(address: string, allowPrivate: boolean): boolean {
  const plain = address.replace(/%.*$/, '')
  const family = isIP(plain)
  if (family === 0) return true
  if (family === 4) return isForbidden4(plain, allowPrivate)
  if (mapped.check(plain, 'ipv6') || nat64.check(plain, 'ipv6')) {
    return isForbidden4(readEmbedded4(plain), allowPrivate)
  }
  if (metadata.check(plain, 'ipv6')) return true
  if (allowPrivate) return false
  return !public6.check(plain, 'ipv6') || notPublic6.check(plain, 'ipv6')
}

function isForbidden4(address: string, allowPrivate: boolean): boolean {
  return metadata.check(address, 'ipv4') || (!allowPrivate && notPublic4.check(address, 'ipv4'))
}

/** The IPv4 address in the last four bytes of an IPv6 one. */
function readEmbedded4(address: string): string {
  // URL writes every IPv6 address in one form: groups of hexadecimal digits, no dots.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':')
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** For a connection: gives checked addresses alone, and none when one of a name's addresses is forbidden. */
export function createLookup(
  allowPrivate: boolean,
  resolve: typeof resolveName = resolveName,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new ForbiddenAddressError('no address'), '', 0)
      if (addresses.some(({ address }) => isForbiddenAddress(address, allowPrivate))) {
        return callback(new ForbiddenAddressError('address not allowed'), '', 0)
      }
      // The caller's types know one form of answer only.
      if (options.all)
        return (callback as unknown as (error: null, all: LookupAddress[]) => void)(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}

/** An address written as digits never reaches `lookup`, so it is looked at before connecting. */
export function requireAllowedLiteral(url: URL, allowPrivate: boolean): void {
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(literal) !== 0 && isForbiddenAddress(literal, allowPrivate)) {
    throw new ForbiddenAddressError('address not allowed')
  }
}

/** A URL that may be registered, in its normal form (URL turns 0x7f.1 and 2130706433 into 127.0.0.1). */
export async function requireTarget(text: string, allowPrivate: boolean): Promise<string> {
  const url = URL.parse(text)
  if (!url || text.length > LONGEST_URL)
    throw invalidRequest(`url must be an address of at most ${LONGEST_URL} characters.`)
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    throw invalidRequest('url must begin with https://.')
  }
  if (url.username || url.password) throw invalidRequest('url must not contain a user name or password.')
  url.hash = ''
  try {
    requireAllowedLiteral(url, allowPrivate)
    await requireAllowedName(url, allowPrivate)
  } catch (error) {
    if (error instanceof ForbiddenAddressError) {
      throw invalidRequest('url must lead to a public address, not to a private, loopback or link-local one.')
    }
    throw invalidRequest('url names a host that cannot be found.')
  }
  return url.href
}

async function requireAllowedName(url: URL, allowPrivate: boolean): Promise<void> {
  const name = url.hostname
  // A receiver inside the operator's network may be started after it is registered.
  if (allowPrivate || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return
  await new Promise<void>((resolve, reject) => {
    // A resolver that hangs does not hold the request: the check when connecting stands anyway.
    const timer = setTimeout(resolve, RESOLVE_TIMEOUT_MS)
    createLookup(allowPrivate)(name, { all: true }, (error) => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve()
    })
  })
}
