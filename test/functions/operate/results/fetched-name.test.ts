import { expect, test } from 'vitest'
import { fetchedName } from '../../../../functions/operate/results/fetched-name.ts'

test.each([
  // The ending stays: the source's name.
  ['shoot/IMG_1.jpg', 'results/j/IMG_1.jpg', 'IMG_1.jpg'],
  ['shoot/IMG_1.JPG', 'results/j/IMG_1.jpg', 'IMG_1.JPG'],
  ['shoot/IMG_1.jpeg', 'results/j/IMG_1.jpg', 'IMG_1.jpeg'],
  ['shoot/scan.tiff', 'results/j/scan.tif', 'scan.tiff'],
  // It changes: the source's whole name, whether or not there is a neighbour.
  ['shoot/IMG_1.HEIC', 'results/j/IMG_1.jpg', 'IMG_1.HEIC.jpg'],
  ['shoot/IMG_1.mov', 'results/j/IMG_1.mp4', 'IMG_1.mov.mp4'],
  ['shoot/IMG_1.jpg', 'results/j/IMG_1.json', 'IMG_1.jpg.json'],
  ['IMG_1', 'results/j/IMG_1.jpg', 'IMG_1.jpg'],
  // Several results of one source.
  ['shoot/IMG_1.jpg', 'results/j/IMG_1.0.jpg', 'IMG_1.0.jpg'],
  ['shoot/IMG_1.HEIC', 'results/j/IMG_1.12.jpg', 'IMG_1.HEIC.12.jpg'],
  // The recipe's own name.
  ['shoot/IMG_1.HEIC', 'results/j/IMG_1-slim.jpg', 'IMG_1-slim.jpg'],
  ['shoot/IMG_1.HEIC', 'results/j/cover.jpg', 'cover.jpg'],
  ['shoot/IMG_1.JPG', 'results/j/IMG_1-slim.jpg', 'IMG_1-slim.JPG'],
  ['shoot/IMG_1.JPG', 'results/j/IMG_1-slim.png', 'IMG_1-slim.png'],
  ['shoot/a.b.HEIC', 'results/j/a.b.jpg', 'a.b.HEIC.jpg'],
])('the result of %s in %s is %s', (source, result, name) => {
  expect(fetchedName(source, result)).toBe(name)
})

test('files of one folder that share a stem have results of different names', () => {
  const sources = ['IMG_1.HEIC', 'IMG_1.jpg', 'IMG_1.JPG', 'IMG_1.png', 'IMG_1.webp', 'IMG_1']
  const made = sources.map((source) =>
    fetchedName(source, `results/j/IMG_1.${source.endsWith('png') ? 'png' : 'jpg'}`),
  )
  expect(made).toEqual([
    'IMG_1.HEIC.jpg',
    'IMG_1.jpg',
    'IMG_1.JPG',
    'IMG_1.png',
    'IMG_1.webp.jpg',
    'IMG_1.jpg',
  ])
})
