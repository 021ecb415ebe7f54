// Addresses that the service may connect to when others name them. A host name is resolved and every address checked when
// connecting, and the connection goes to a checked address: DNS rebinding between check and connection gains nothing.
import type { LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { createResolver, type ResolveName } from '../resolver.ts'

// https://www.iana.org/assignments/iana-ipv4-special-registry and its IPv6 counterpart.
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

// Only 2000::/3 is public, without these. 6to4 (2002::/16) and Teredo (in 2001::/23) embed an IPv4 address and are
// deprecated, so they are refused entirely.
const public6 = toBlockList('ipv6', [['2000::', 3]])
const notPublic6 = toBlockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])
const mapped = toBlockList('ipv6', [['::ffff:0:0', 96]])
// NAT64: a machine with IPv6 only reaches IPv4 hosts through this prefix; the last four bytes are the address.
const nat64 = toBlockList('ipv6', [['64:ff9b::', 96]])

// Cloud metadata services give a machine its credentials: refused even when private addresses are allowed. Most stand on
// link-local addresses, where no receiver stands; so these are refused whole.
const metadata4 = toBlockList('ipv4', [
  ['169.254.0.0', 16],
  // Alibaba Cloud, Azure's agent, Oracle's first generation.
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
])
const metadata6 = toBlockList('ipv6', [
  ['fe80::', 10],
  // Amazon, Google, Scaleway.
  ['fd00:ec2::', 32],
  ['fd20:ce::254', 128],
  ['fd00:42::42', 128],
  // 169.254.0.0/16 inside IPv6: IPv4-compatible, 6to4; and NAT64's local form, where it may be anywhere.
  ['::a9fe:0', 112],
  ['2002:a9fe::', 32],
  ['64:ff9b:1::', 48],
])

function toBlockList(family: 'ipv4' | 'ipv6', subnets: [string, number][]): BlockList {
  const blockList = new BlockList()
  for (const [network, prefix] of subnets) blockList.addSubnet(network, prefix, family)
  return blockList
}

export class ForbiddenAddressError extends Error {
  readonly code = 'ERR_FORBIDDEN_ADDRESS'
}

/** Whether an address, in any notation, is one that the service must not reach for others. */
export function isForbiddenAddress(address: string, allowPrivate: boolean): boolean {
  const plain = address.replace(/%.*$/, '')
  const family = isIP(plain)
  if (family === 0) return true
  if (family === 4) return isForbidden4(plain, allowPrivate)
  if (mapped.check(plain, 'ipv6') || nat64.check(plain, 'ipv6')) {
    return isForbidden4(readEmbedded4(plain), allowPrivate)
  }
  if (metadata6.check(plain, 'ipv6')) return true
  if (allowPrivate) return false
  return !public6.check(plain, 'ipv6') || notPublic6.check(plain, 'ipv6')
}

function isForbidden4(address: string, allowPrivate: boolean): boolean {
  return metadata4.check(address, 'ipv4') || (!allowPrivate && notPublic4.check(address, 'ipv4'))
}

/** The IPv4 address in the last four bytes of an IPv6 address. */
function readEmbedded4(address: string): string {
  // URL normalises every IPv6 address to groups of hexadecimal digits without dots.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':')
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The addresses of a name, all of them checked: fails if one is forbidden. */
export async function resolveAllowed(
  name: string,
  allowPrivate: boolean,
  resolve: ResolveName,
): Promise<LookupAddress[]> {
  const addresses = await resolve(name)
  if (addresses.some(({ address }) => isForbiddenAddress(address, allowPrivate)))
    throw new ForbiddenAddressError('address not allowed')
  return addresses
}

/** For connections: they go to the very addresses that were checked. */
export function createLookup(allowPrivate: boolean, resolve: ResolveName = createResolver()): LookupFunction {
  return (hostname, options, callback) => {
    const succeed = (addresses: LookupAddress[]) => {
      const [first] = addresses
      if (!first) return callback(new ForbiddenAddressError('no address'), '', 0)
      // The callback's type covers only one of its two forms.
      if (options.all)
        return (callback as unknown as (error: null, all: LookupAddress[]) => void)(null, addresses)
      callback(null, first.address, first.family)
    }
    const fail = (error: Error) => callback(error, '', 0)
    resolveAllowed(hostname, allowPrivate, resolve).then(succeed, fail)
  }
}

/** An IP address in the URL never reaches `lookup`, so it is checked before connecting. */
export function requireAllowedLiteral(url: URL, allowPrivate: boolean): void {
  const literal = withoutBrackets(url.hostname)
  if (isIP(literal) !== 0 && isForbiddenAddress(literal, allowPrivate)) {
    throw new ForbiddenAddressError('address not allowed')
  }
}

/**
 * Of an address that the operator has set: in the operator's own network when it is a number or localhost; a name is a
 * public one.
 */
export function isOwnNetwork({ hostname }: URL): boolean {
  return hostname === 'localhost' || isIP(withoutBrackets(hostname)) !== 0
}

const withoutBrackets = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1')
