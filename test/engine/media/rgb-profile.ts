import { curve, description, type Triple, writeProfile, xyz } from './write-profile.ts'

/** The primaries of a colour space as XYZ for D50, and the exponent of its curve. */
type Primaries = { red: Triple; green: Triple; blue: Triple; gamma: number }

export const SPACES = {
  'Display P3': {
    red: [0.51512, 0.2412, -0.00105],
    green: [0.29198, 0.69225, 0.04189],
    blue: [0.1571, 0.06657, 0.78407],
    gamma: 2.2,
  },
  'Adobe RGB': {
    red: [0.60974, 0.31111, 0.01947],
    green: [0.20528, 0.62567, 0.06087],
    blue: [0.14919, 0.06322, 0.74457],
    gamma: 2.19921875,
  },
  ProPhoto: {
    red: [0.79767, 0.28804, 0],
    green: [0.13519, 0.71188, 0],
    blue: [0.03135, 0.00009, 0.82491],
    gamma: 1.8,
  },
} as const satisfies Record<string, Primaries>

/** An ICC profile (version 2, matrix and curves) of a screen with these primaries. */
export function rgbProfile(name: keyof typeof SPACES): Buffer {
  const { red, green, blue, gamma } = SPACES[name]
  return writeProfile({ deviceClass: 'mntr', space: 'RGB ', connection: 'XYZ ' }, [
    ['desc', description(name)],
    ['cprt', Buffer.from('text\0\0\0\0none\0\0\0\0', 'latin1')],
    ['wtpt', xyz([0.9642, 1, 0.8249])],
    ['rXYZ', xyz(red)],
    ['gXYZ', xyz(green)],
    ['bXYZ', xyz(blue)],
    ['rTRC', curve(gamma)],
    ['gTRC', curve(gamma)],
    ['bTRC', curve(gamma)],
  ])
}
