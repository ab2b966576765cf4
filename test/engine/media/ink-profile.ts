import { description, writeProfile, xyz } from './write-profile.ts'

/** How a colour of CIELAB is written in 8 bits (ICC.1:2010, 10.9): neutral, and white. */
const [NEUTRAL, WHITE] = [128, 255]

/**
 * An ICC profile of a press with four inks, of which only black can be seen: it makes the paper darker in proportion,
 * in CIELAB's lightness from 100 to 0. No other profile shows inks so.
 */
export function inkProfile(): Buffer {
  const nodes = Array.from({ length: 16 }, (_, node) => [node & 1 ? 0 : WHITE, NEUTRAL, NEUTRAL])
  const ramp = Buffer.from(Array.from({ length: 256 }, (_, level) => level))
  const head = Buffer.alloc(48)
  head.write('mft1', 0, 'latin1')
  // Inputs, outputs, and nodes along each side of the table.
  head.set([4, 3, 2], 8)
  for (const diagonal of [12, 28, 44]) head.writeInt32BE(65_536, diagonal)
  const ramps = (count: number) => Array.from({ length: count }, () => ramp)
  const lut = Buffer.concat([head, ...ramps(4), Buffer.from(nodes.flat()), ...ramps(3)])
  return writeProfile({ deviceClass: 'prtr', space: 'CMYK', connection: 'Lab ' }, [
    ['desc', description('Black on paper')],
    ['cprt', Buffer.from('text\0\0\0\0none\0\0\0\0', 'latin1')],
    ['wtpt', xyz([0.9642, 1, 0.8249])],
    ['A2B0', lut],
  ])
}
