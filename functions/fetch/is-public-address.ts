import ipaddr from 'ipaddr.js'

// IANA special-purpose address registries: blocks that are not globally reachable unicast.
const V4_REFUSED = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((block) => ipaddr.IPv4.parseCIDR(block))

/** All of IPv6 that is handed out as global unicast; v4-mapped, NAT64, unique local and the like lie outside. */
const V6_GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')

// Inside that: protocol assignments with Teredo and ORCHID, documentation, 6to4.
const V6_REFUSED = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((block) =>
  ipaddr.IPv6.parseCIDR(block),
)

/**
 * Whether an address literal (IPv4 in dotted form or IPv6, without brackets) is global unicast. IPv6 forms that
 * embed an IPv4 address are refused whatever they embed, and so is everything that is no address.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    const v4 = ipaddr.IPv4.parse(address)
    return !V4_REFUSED.some((block) => v4.match(block))
  }
  if (!ipaddr.IPv6.isValid(address) || address.includes('%')) return false
  const v6 = ipaddr.IPv6.parse(address)
  return v6.match(V6_GLOBAL) && !V6_REFUSED.some((block) => v6.match(block)) && !isIsatap(v6)
}

/** RFC 5214: an interface identifier `0000:5efe` or `0200:5efe` carries an IPv4 address in its last 32 bits. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4] === 0x0000 || parts[4] === 0x0200) && parts[5] === 0x5efe
}
