import { describe, expect, test } from 'vitest'
import {
  COLOUR_NAMES,
  COLOUR_WORDS,
  NOTHING_BUT_COLOURS,
  SHADE_WORDS,
} from '../../../catalog/object-prompt/colour-words.ts'
import { MATERIAL_WORDS, MATERIALS } from '../../../catalog/object-prompt/material-words.ts'
import {
  FILLER_WORDS,
  REMOVAL_WORDS,
  THING_WORDS,
} from '../../../catalog/object-prompt/thing-words.ts'

const LEVELS = /^#[0-9a-f]{6}$/
const WORD = /^[\p{L}\p{M}\p{N}ー'-]+$/u

/** Expects words as prompts are read: letters in lower case, without Latin accents, one space between them. */
function expectWords(words: string): void {
  const all = words.split(' ')
  for (const word of all) {
    expect(word).toMatch(WORD)
    expect(word).toMatch(/[\p{L}\p{N}]/u)
    expect(word.toLowerCase()).toBe(word)
    expect(word).not.toMatch(/[à-öø-ÿ]/)
  }
}

describe('colours', () => {
  test.each(Object.entries(COLOUR_WORDS))('%s', (_, [rgb, words]) => {
    expect(rgb).toMatch(LEVELS)
    expectWords(words)
    // Eleven languages, some of which share a word.
    expect(words.split(' ').length).toBeGreaterThan(8)
  })

  test.each(COLOUR_NAMES)('%s, a %s', (rgb, colour, words) => {
    expect(rgb).toMatch(LEVELS)
    expect(Object.keys(COLOUR_WORDS)).toContain(colour)
    expectWords(words)
  })

  test.each(Object.entries(SHADE_WORDS))('%s', (name, [lightness, words]) => {
    expect(lightness).toBe(name === 'light' ? 16 : -16)
    expectWords(words)
  })

  test('that name no thing are names of colours', () => {
    const names = new Set(COLOUR_NAMES.flatMap(([, , words]) => words.split(' ')))
    expectWords(NOTHING_BUT_COLOURS)
    for (const word of NOTHING_BUT_COLOURS.split(' ')) expect(names).toContain(word)
  })

  test('no two names have the same levels', () => {
    const levels = COLOUR_NAMES.map(([rgb]) => rgb)
    expect(new Set(levels).size).toBe(levels.length)
  })
})

test('each material has words', () => {
  expect(Object.keys(MATERIAL_WORDS)).toEqual([...MATERIALS])
  for (const words of Object.values(MATERIAL_WORDS)) {
    expectWords(words)
    expect(words.split(' ').length).toBeGreaterThan(6)
  }
})

test.each([REMOVAL_WORDS, THING_WORDS, FILLER_WORDS])(
  'things, fillers and removals: %.20s',
  (words) => {
    expectWords(words)
    expect(words.split(' ').length).toBeGreaterThan(60)
  },
)
