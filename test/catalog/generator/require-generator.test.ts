import { describe, expect, it } from 'vitest'
import { Failure } from '../../../catalog/failures/failure.ts'
import { requireGenerator } from '../../../catalog/generator/require-generator.ts'

function replaceBy(prompt: string) {
  return { feature: 'obj-replace', parameters: { prompt } }
}

describe('a task that needs a generator', () => {
  it('is refused where there is none, in words that name the settings', () => {
    const refuse = () => requireGenerator(replaceBy('a vase'), undefined)
    expect(refuse).toThrow(Failure)
    expect(refuse).toThrow(
      /^prompt asks for .* this service has none\. .*generator=bedrock.*DARKROOM_GENERATOR/,
    )
  })

  it('is refused where the generator cannot do that', () => {
    const offer = { name: 'frames', abilities: ['animate'] as const }
    expect(() => requireGenerator(replaceBy('a vase'), offer)).toThrow(
      'the generator of this service, frames, does not fill.',
    )
  })

  it('is accepted where the generator can, and where the engine does alone', () => {
    const offer = { name: 'bedrock', abilities: ['erase', 'fill'] as const }
    requireGenerator(replaceBy('a vase'), offer)
    requireGenerator(replaceBy('remove'), undefined)
    requireGenerator({ ...replaceBy('a vase'), feature: 'face-lift' }, undefined)
  })

  it('is refused for a template that only a generator makes, and for no other', () => {
    const clip = (template_id: string) => ({
      feature: 'image-to-video',
      parameters: { template_id, dst_duration: 5 },
    })
    expect(() => requireGenerator(clip('come_alive'), undefined)).toThrow(/^template_id names/)
    requireGenerator(clip('come_alive'), { name: 'bedrock', abilities: ['animate'] })
    requireGenerator(clip('push_in'), undefined)
  })
})
