import { curve, description, writeProfile, xyz } from './write-profile.ts'

/** An ICC profile of a grey scale whose light is its values to the power of `gamma`, such as a scanner writes. */
export function greyProfile(gamma: number): Buffer {
  return writeProfile({ deviceClass: 'mntr', space: 'GRAY', connection: 'XYZ ' }, [
    ['desc', description(`Grey ${gamma}`)],
    ['cprt', Buffer.from('text\0\0\0\0none\0\0\0\0', 'latin1')],
    ['wtpt', xyz([0.9642, 1, 0.8249])],
    ['kTRC', curve(gamma)],
  ])
}
