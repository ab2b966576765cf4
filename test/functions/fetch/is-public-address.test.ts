import { describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../../functions/fetch/is-public-address.ts'
import { fc } from '../../setup/random.ts'

// Both sides of each edge: the last address outside, the first and last inside, the first outside again.
const V4_EDGES: [
  before: string | undefined,
  first: string,
  last: string,
  after: string | undefined,
][] = [
  [undefined, '0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
  ['100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
  ['126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
  ['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
  ['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
  ['191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
  ['192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
  ['192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
  ['192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
  ['198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
  ['198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
  ['203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
  ['223.255.255.255', '224.0.0.0', '239.255.255.255', undefined],
  [undefined, '240.0.0.0', '255.255.255.255', undefined],
]

const V6_EDGES: typeof V4_EDGES = [
  [undefined, '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::'],
  [
    '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db8::',
    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db9::',
  ],
  [
    '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2002::',
    '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2003::',
  ],
  [
    '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '3fff::',
    '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
    '3fff:1000::',
  ],
  [undefined, '::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2000::'],
  [
    '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '4000::',
    'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    undefined,
  ],
]

describe.each([...V4_EDGES, ...V6_EDGES])('%s | %s … %s | %s', (before, first, last, after) => {
  test.each([first, last])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false))
  test.each([before, after].filter((address) => address !== undefined))('accepts %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )
})

// The neighbours of most of these blocks are not global unicast either: only 2000::/3 is.
const V6_BLOCKS: [
  block: string,
  first: string,
  last: string,
  before?: string | undefined,
  after?: string,
][] = [
  ['::/128', '::', '::', undefined, '::1'],
  ['::1/128', '::1', '::1', '::', '::2'],
  ['::a.b.c.d', '::0.0.0.2', '::255.255.255.255', undefined, '::1:0:0'],
  ['::ffff:0:0/96', '::ffff:0.0.0.0', '::ffff:255.255.255.255', '::fffe:ffff:ffff', '::1:0:0:0'],
  ['64:ff9b::/96', '64:ff9b::', '64:ff9b::ffff:ffff', '64:ff9a:ffff::', '64:ff9b::1:0:0'],
  [
    '64:ff9b:1::/48',
    '64:ff9b:1::',
    '64:ff9b:1:ffff:ffff:ffff:ffff:ffff',
    '64:ff9b:0:ffff::',
    '64:ff9b:2::',
  ],
  ['100::/64', '100::', '100::ffff:ffff:ffff:ffff', 'ff:ffff::', '100:0:0:1::'],
  ['5f00::/16', '5f00::', '5f00:ffff::', '5eff:ffff::', '5f01::'],
  ['fc00::/7', 'fc00::', 'fdff:ffff::', 'fbff:ffff::', 'fe00::'],
  ['fe80::/10', 'fe80::', 'febf:ffff::', 'fe7f:ffff::', 'fec0::'],
  ['fec0::/10', 'fec0::', 'feff:ffff::', 'febf:ffff::', 'ff00::'],
  ['ff00::/8', 'ff00::', 'ffff:ffff::', 'feff:ffff::'],
  // Within 2001::/23, all of which is refused.
  ['2001::/32', '2001::', '2001:0:ffff:ffff::'],
  ['2001:2::/48', '2001:2::', '2001:2:0:ffff::', '2001:1:ffff::', '2001:2:1::'],
  ['2001:10::/28', '2001:10::', '2001:1f:ffff::', '2001:f:ffff::', '2001:20::'],
  ['2001:20::/28', '2001:20::', '2001:2f:ffff::', '2001:1f:ffff::', '2001:30::'],
]

describe.each(V6_BLOCKS)('%s', (_, first, last, before, after) => {
  test.each([first, last, before, after].filter((address) => address !== undefined))(
    'refuses %s',
    (address) => expect(isPublicAddress(address)).toBe(false),
  )
})

test('nothing outside 2000::/3 is public', () => {
  const outside = fc.integer({ min: 0, max: 0xffff }).filter((head) => head >> 13 !== 1)
  const rest = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 7, maxLength: 7 })
  fc.assert(
    fc.property(outside, rest, (head, parts) => {
      const address = [head, ...parts].map((part) => part.toString(16)).join(':')
      expect(isPublicAddress(address)).toBe(false)
    }),
  )
})

test.each([
  ['::1', 'loopback'],
  ['fc00::1', 'unique local'],
  ['fd12:3456::1', 'unique local'],
  ['fe80::1', 'link local'],
  ['fec0::1', 'site local'],
  ['ff02::1', 'multicast'],
  ['100::1', 'discard'],
  ['5f00::1', 'segment routing'],
  ['2001:2::1', 'benchmarking'],
  ['2001:10::1', 'ORCHID'],
  ['2001:20::1', 'ORCHID v2'],
  ['::ffff:127.0.0.1', 'v4-mapped, private'],
  ['::ffff:8.8.8.8', 'v4-mapped, public'],
  ['::ffff:0:8.8.8.8', 'v4-translated'],
  ['::8.8.8.8', 'v4-compatible'],
  ['64:ff9b::7f00:1', 'NAT64'],
  ['64:ff9b:1::7f00:1', 'local NAT64'],
  ['2002:7f00:1::', '6to4'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'Teredo'],
  ['2620:0:1:2:0:5efe:7f00:1', 'ISATAP, private'],
  ['2620:0:1:2:200:5efe:808:808', 'ISATAP, public'],
  ['2606:4700::1111%eth0', 'with a zone'],
])('refuses %s (%s)', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['2606:4700:4700::1111', '2001:4860:4860::8888', '2620:0:1:2:200:5eff:808:808'])(
  'takes %s',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each([
  '',
  'localhost',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  '8.8.8.8.',
  '[::1]',
  '8.8.8.8/8',
])('refuses what is not a plain address: %s', (text) => expect(isPublicAddress(text)).toBe(false))
