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
