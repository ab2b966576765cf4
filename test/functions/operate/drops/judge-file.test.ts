import { expect, test } from 'vitest'
import { findFeature } from '../../../../catalog/features/features.ts'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import { whyLeft } from '../../../../functions/operate/drops/judge-file.ts'

const SLIM = { feature: 'body-reshape', parameters: { features: { slim: 10 } } }
const MASKED = {
  feature: 'obj-replace',
  parameters: { prompt: 'remove' },
  inputs: { msk: { companion: '{stem}.mask.png' } },
}
const MOST = findFeature('body-reshape')?.files.src?.maxBytes ?? 0

function why(file: object, settings: object = {}, step: object = SLIM) {
  const asked = { name: 'a.jpg', size: 9, modified: 0, kind: 'jpeg', ...file }
  const recipe = parseRecipe({ steps: [step], ...settings })
  return whyLeft(asked, { key: `drop/slim/${asked.name}`, recipe })
}

test.each([
  [{}, undefined],
  [{ size: 0 }, 'empty'],
  [{ name: `${'x'.repeat(1010)}.jpg` }, undefined],
  [{ name: `${'x'.repeat(1011)}.jpg` }, 'name-long'],
  // Bytes are counted, not letters.
  [{ name: `${'ö'.repeat(506)}.jpg` }, 'name-long'],
  [{ name: 'line\nbreak.jpg' }, 'name-unfit'],
  [{ name: 'a/../../b.jpg' }, 'name-unfit'],
  [{ name: 'half\ud800.jpg' }, 'name-unfit'],
  [{ name: '.git/a.jpg' }, 'hidden'],
  [{ kind: undefined }, 'unknown-kind'],
  [{ kind: 'text' }, 'no-media'],
  [{ kind: 'mp4' }, 'video'],
  [{ size: 48.8 * 2 ** 40 + 1 }, 'too-large'],
])('the file %j is left because of: %s', (file, reason) => {
  expect(why(file)).toBe(reason)
})

test('what is over the limit of a feature is left where nothing makes it smaller', () => {
  expect(why({ size: MOST }, { prepare: 'none' })).toBe('too-large')
  expect(why({ size: MOST - 1 }, { prepare: 'none' })).toBeUndefined()
  expect(why({ size: MOST })).toBeUndefined()
})

test('what does not suit is dropped where it comes back as it was, and a companion is no source', () => {
  expect(why({ kind: 'mp4' }, { onRefusal: 'original' })).toBeUndefined()
  expect(why({ name: 'a.mask.png', kind: undefined }, {}, MASKED)).toBeUndefined()
  expect(why({ name: 'a.mask.png', size: 0 }, {}, MASKED)).toBe('empty')
})

test('a recipe for videos takes videos, and leaves pictures unless they come back', () => {
  const swap = {
    feature: 'bg-replace-vid',
    parameters: {},
    inputs: { ref: { object: 'inputs/b.jpg' } },
  }
  expect(why({ kind: 'mp4' }, {}, swap)).toBeUndefined()
  expect(why({ kind: 'jpeg' }, {}, swap)).toBe('picture')
  expect(why({ kind: 'jpeg' }, { onRefusal: 'original' }, swap)).toBeUndefined()
})
