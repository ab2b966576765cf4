import { describe, expect, it } from 'vitest'
import {
  GENERATIONS_HEADER,
  type Generation,
  generationHeaders,
  generationsFromHeader,
} from '../../../catalog/generator/generation.ts'

const FILLED: Generation = {
  generator: 'bedrock',
  operation: 'fill',
  dollars: 0.07,
  model: 'us.stability.stable-image-inpaint-v1:0',
}

function throughHeader(generations: Generation[]) {
  return generationsFromHeader(generationHeaders(generations)[GENERATIONS_HEADER])
}

describe('the header with generations', () => {
  it('carries what was generated', () => {
    const lost: Generation = { ...FILLED, version: '2', lost: true }
    expect(throughHeader([FILLED, lost])).toEqual([FILLED, lost])
  })

  it('is absent where nothing was generated', () => {
    expect(generationHeaders([])).toEqual({})
  })

  it('holds printable ASCII, whatever a model is called', () => {
    const header = generationHeaders([{ ...FILLED, model: 'mødel\r\nx: y' }])[GENERATIONS_HEADER]!
    expect(header).toMatch(/^[\x20-\x7e]+$/)
    expect(generationsFromHeader(header)).toMatchObject([{ model: 'm?del??x: y' }])
  })

  it.each([
    undefined,
    '',
    'x',
    '{}',
    '[]',
    '[{"generator":"x"}]',
    '[{"generator":"x","operation":"fill","model":"m","dollars":-1}]',
    `[${'[],'.repeat(9000)}[]]`,
  ])('is not read from %.40s', (header) => {
    expect(generationsFromHeader(header)).toBeUndefined()
  })
})

describe('a generation that is read', () => {
  const read = (change: object): boolean =>
    generationsFromHeader(JSON.stringify([{ ...FILLED, ...change }])) !== undefined

  it.each<readonly [object, boolean]>([
    [{ dollars: 0 }, true],
    [{ dollars: 10_000 }, true],
    [{ dollars: 10_000.01 }, false],
    [{ dollars: -0.01 }, false],
    [{ model: 'm' }, true],
    [{ model: '' }, false],
    [{ model: 'm'.repeat(200) }, true],
    [{ model: 'm'.repeat(201) }, false],
    [{ generator: '~ ' }, true],
    [{ generator: '\u007f' }, false],
    [{ version: 'v' }, true],
    [{ version: '' }, false],
    [{ lost: true }, true],
    [{ lost: false }, false],
    ...['fill', 'extend', 'restyle', 'animate', 'dress'].map((operation): [object, boolean] => [
      { operation },
      true,
    ]),
    [{ operation: 'paint' }, false],
  ])('%j: %s', (change, taken) => {
    expect(read(change)).toBe(taken)
  })

  it('is one of sixteen at most, and sixteen are told of more', () => {
    const many = (count: number) => Array.from({ length: count }, () => FILLED)
    expect(generationsFromHeader(JSON.stringify(many(16)))).toHaveLength(16)
    expect(generationsFromHeader(JSON.stringify(many(17)))).toBeUndefined()
    expect(throughHeader(many(17))).toHaveLength(16)
  })

  it('stands in 16,000 characters at most', () => {
    const text = JSON.stringify([FILLED])
    expect(generationsFromHeader(text.padEnd(16_000))).toHaveLength(1)
    expect(generationsFromHeader(text.padEnd(16_001))).toBeUndefined()
  })

  it('has a name of 200 characters at most, and is called something', () => {
    const [named, nameless] = generationsFromHeader(
      generationHeaders([
        { ...FILLED, model: 'm'.repeat(300), version: 'é' },
        { ...FILLED, model: '' },
      ])[GENERATIONS_HEADER],
    )!
    expect(named).toMatchObject({ model: 'm'.repeat(200), version: '?' })
    expect(nameless).toMatchObject({ model: '?' })
  })
})
