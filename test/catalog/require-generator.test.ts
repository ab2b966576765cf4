import { describe, expect, it } from 'vitest'
import { Failure } from '../../catalog/failure.ts'
import { requireGenerator } from '../../catalog/require-generator.ts'

function needs({ prompt }: Readonly<Record<string, unknown>>) {
  return prompt === 'a vase'
    ? ({ ability: 'fill', because: 'prompt asks for something to be painted.' } as const)
    : undefined
}

describe('a task that needs a generator', () => {
  it('is refused where there is none, in words that name the settings', () => {
    const refuse = () => requireGenerator(needs, { prompt: 'a vase' }, undefined)
    expect(refuse).toThrow(Failure)
    expect(refuse).toThrow(
      /^prompt asks for .* this service has none\. .*generator=bedrock.*DARKROOM_GENERATOR/,
    )
  })

  it('is refused where the generator cannot do that', () => {
    const offer = { name: 'frames', abilities: ['animate'] as const }
    expect(() => requireGenerator(needs, { prompt: 'a vase' }, offer)).toThrow(
      'the generator of this service, frames, does not fill.',
    )
  })

  it('is accepted where the generator can, and where the engine does alone', () => {
    const offer = { name: 'bedrock', abilities: ['erase', 'fill'] as const }
    requireGenerator(needs, { prompt: 'a vase' }, offer)
    requireGenerator(needs, { prompt: 'remove' }, undefined)
    requireGenerator(undefined, { prompt: 'a vase' }, undefined)
  })
})
