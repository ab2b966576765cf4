import ipaddr from 'ipaddr.js'

// Blocks that are not globally reachable unicast: IANA IPv4 Special-Purpose Address Registry (RFC 6890), 6to4 relay
// anycast (RFC 7526), multicast (RFC 5771) and reserved addresses (RFC 1112).
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

/**
 * The global unicast space (RFC 4291, section 2.4, as assigned by IANA). IPv4-mapped, NAT64 (RFC 6052), unique local
 * (RFC 4193) and link-local addresses lie outside.
 */
const V6_GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')

// Blocks inside it that are refused: protocol assignments with Teredo and ORCHID (RFC 2928), documentation (RFC 3849
// and RFC 9637), 6to4 (RFC 3056).
const V6_REFUSED = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((block) =>
  ipaddr.IPv6.parseCIDR(block),
)

/**
 * Whether an address literal (IPv4 in dotted form, or IPv6 without brackets) is global unicast. IPv6 addresses that
 * embed an IPv4 address are not, whatever they embed. Neither is text that is not an address.
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

/** ISATAP (RFC 5214): an interface identifier that begins with `0000:5efe` or `0200:5efe` embeds an IPv4 address. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4] === 0x0000 || parts[4] === 0x0200) && parts[5] === 0x5efe
}
