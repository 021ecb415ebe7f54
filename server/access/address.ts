// The network that counts as one address: a home has a whole IPv6 /64, so its 2^64 addresses count as one.
export function toNetwork(address: string | undefined): string {
  // A connection that was reset in the meantime has no address any more.
  if (!address) return 'unknown'
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const end = tail === '' ? [] : tail.split(':')
    while (groups.length + end.length < 8) groups.push('0')
    groups.push(...end)
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

/** From the smallest to the largest network that one customer may have: /64, /56 and /48; an IPv4 address and its /24. */
export function toNetworks(address: string | undefined): string[] {
  const smallest = toNetwork(address)
  if (!smallest.endsWith('::/64')) return [smallest, smallest.replace(/\.\d+$/, '.0/24')]
  const groups = smallest.slice(0, -'::/64'.length).split(':')
  const last = (Number.parseInt(groups[3] ?? '0', 16) & 0xff00).toString(16)
  return [smallest, `${[...groups.slice(0, 3), last].join(':')}::/56`, `${groups.slice(0, 3).join(':')}::/48`]
}
