import { expect, test } from 'vitest'
import {
  type DrawnTarget,
  targetDrawing,
} from '../../../../functions/operate/targets/target-drawing.ts'

const SIZE = { width: 1400, height: 700 }
const BOX = { left: 100, top: 200, width: 120, height: 60 }
const STROKE = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'

function draw(change: Partial<DrawnTarget> = {}, size = SIZE, bones = {}) {
  const svg = targetDrawing(size, [{ index: 0, box: BOX, landmarks: [], ...change }], bones)
  const [, frame, dots, place, digits] =
    /^<svg [^>]*><g [^>]*>(.*?)<\/g><g fill="[^"]*">(.*?)<\/g><g ([^>]*)>(.*)<\/g><\/svg>$/.exec(
      svg,
    ) ?? []
  return { svg, frame, dots, place, digits }
}

test('a target is its box, its dots and its index, twice as thick at twice the size', () => {
  expect(draw({ landmarks: [[110, 210.06, 5]] }).svg).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="700">' +
      `<g ${STROKE}><rect x="100" y="200" width="120" height="60" stroke="#ffd400" stroke-width="3"/></g>` +
      '<g fill="#ffd400"><circle cx="110.0" cy="210.1" r="0.80"/></g>' +
      `<g ${STROKE} transform="translate(107.5 172.5) scale(5)">` +
      '<g stroke="#000" stroke-width="1.6"><path transform="translate(0 0)" ' +
      'd="M0 0H2M2 0V2M2 2V4M0 4H2M0 2V4M0 0V2"/></g>' +
      '<g stroke="#ffd400" stroke-width="0.8"><path transform="translate(0 0)" ' +
      'd="M0 0H2M2 0V2M2 2V4M0 4H2M0 2V4M0 0V2"/></g></g></svg>',
  )
  expect(draw({}, { width: 350, height: 300 }).frame).toContain('stroke-width="1.5"')
  expect(draw({}, { width: 300, height: 1050 }).frame).toContain('stroke-width="2.25"')
})

test('nobody is an empty drawing', () => {
  expect(targetDrawing(SIZE, [])).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="700"></svg>',
  )
})

/** Each digit’s strokes: top, right above, right below, bottom, left below, left above, middle. */
test.each([
  [0, 'M0 0H2 M2 0V2 M2 2V4 M0 4H2 M0 2V4 M0 0V2'],
  [1, 'M2 0V2 M2 2V4'],
  [2, 'M0 0H2 M2 0V2 M0 2H2 M0 2V4 M0 4H2'],
  [3, 'M0 0H2 M2 0V2 M0 2H2 M2 2V4 M0 4H2'],
  [4, 'M0 0V2 M0 2H2 M2 0V2 M2 2V4'],
  [5, 'M0 0H2 M0 0V2 M0 2H2 M2 2V4 M0 4H2'],
  [6, 'M0 0H2 M0 0V2 M0 2V4 M0 4H2 M2 2V4 M0 2H2'],
  [7, 'M0 0H2 M2 0V2 M2 2V4'],
  [8, 'M0 0H2 M2 0V2 M2 2V4 M0 4H2 M0 2V4 M0 0V2 M0 2H2'],
  [9, 'M0 0H2 M2 0V2 M2 2V4 M0 4H2 M0 0V2 M0 2H2'],
])('the digit %i has its strokes', (index, strokes) => {
  const [, drawn = ''] = / d="([^"]*)"/.exec(draw({ index }).digits ?? '') ?? []
  expect(drawn.split(/(?=M)/).sort()).toEqual(strokes.split(/ (?=M)/).sort())
})

test('of a number each digit stands beside the last, and five colours come again', () => {
  const places = draw({ index: 12 }).digits?.match(/translate\([^)]*\)/g)
  expect(places).toEqual(['translate(0 0)', 'translate(4 0)', 'translate(0 0)', 'translate(4 0)'])
  const colours = [0, 1, 2, 3, 4, 5].map((index) =>
    /stroke="(#\w+)"/.exec(draw({ index }).frame ?? '')?.at(1),
  )
  expect(colours).toEqual(['#ffd400', '#00e5ff', '#ff5ecb', '#8dff4d', '#ff8a3d', '#ffd400'])
})

test('few dots are joined, with a dark edge, and many are fine', () => {
  const landmarks = [
    [1, 2, 9],
    [3, 4, 9],
    [5, 6, 9],
  ]
  const few = draw({ landmarks }, SIZE, {
    3: [
      [0, 1, 2],
      [2, 0],
    ],
  })
  const path = (ink: string, width: number) =>
    `<path d="M1 2L3 4L5 6M5 6L1 2" stroke="${ink}" stroke-width="${width}"/>`
  expect(few.frame).toContain(`${path('#000', 4)}${path('#ffd400', 2)}`)
  expect(few.dots).toContain('r="2.00" stroke="#000" stroke-width="1.00"/>')
  const many = draw({ landmarks }, SIZE, { 4: [[0, 1]] })
  expect([many.frame?.includes('path'), many.dots?.includes('stroke')]).toEqual([false, false])
})

test.each([
  ['as wide as the box lets it', { width: 300 }, '2.00'],
  ['no wider than the lines', { width: 3000 }, '4.00'],
  ['by the longer side', { width: 1, height: 450 }, '3.00'],
  ['no finer than can be seen', { width: 60, height: 60 }, '0.60'],
])('a dot is %s', (_, box, radius) => {
  const { dots } = draw({ landmarks: [[0, 0]], box: { ...BOX, ...box } })
  expect(dots).toContain(`r="${radius}"`)
})

test.each([
  ['at a small box it is small', { width: 24 }, 'translate(103 189) scale(2)'],
  ['at a tiny one it can be read', { width: 1 }, 'translate(102.25 191.75) scale(1.5)'],
  ['at the left edge', { left: -50 }, 'translate(10 172.5) scale(5)'],
  ['at the right edge', { left: 1390 }, 'translate(1360 172.5) scale(5)'],
  ['at the top', { top: 0 }, 'translate(107.5 7.5) scale(5)'],
])('the index stays in the picture: %s', (_, box, place) => {
  expect(draw({ box: { ...BOX, ...box } }).place).toContain(`transform="${place}"`)
})
