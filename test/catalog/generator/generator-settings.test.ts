import { describe, expect, it } from 'vitest'
import {
  checkGeneratorSettings,
  offerOf,
  parseGeneratorName,
  parseGeneratorSettings,
} from '../../../catalog/generator/generator-settings.ts'

describe('the name of a generator', () => {
  it.each([
    ['bedrock', { kind: 'bedrock' }],
    ['openai:https://images.example/v1', { kind: 'openai', url: 'https://images.example/v1' }],
    ['http://127.0.0.1:8000/v1/', { kind: 'openai', url: 'http://127.0.0.1:8000/v1' }],
  ])('%s is understood', (text, meant) => {
    expect(parseGeneratorName(text)).toEqual(meant)
  })

  it.each(['', 'openai', 'openai:', 'file:///etc/passwd', 'https://', 'stability'])(
    '%j is not',
    (text) => {
      expect(() => parseGeneratorName(text)).toThrow('generator must be bedrock or openai:https://')
    },
  )
})

describe('the settings of a generator', () => {
  it('come out of JSON with what was left out', () => {
    expect(parseGeneratorSettings('{"kind":"bedrock"}')).toMatchObject({
      region: 'us-west-2',
      dollarsPerTask: 0.5,
    })
    expect(parseGeneratorSettings(undefined)).toBeUndefined()
  })

  it('allow plain HTTP and private addresses only where that is said', () => {
    const url = 'http://10.0.0.7:8000/v1'
    expect(() => checkGeneratorSettings({ kind: 'openai', url })).toThrow(/url must be https/)
    expect(checkGeneratorSettings({ kind: 'openai', url, private: true })).toMatchObject({ url })
  })

  it('are refused with the field that is wrong', () => {
    expect(() => checkGeneratorSettings({ kind: 'bedrock', region: 'eu-west-1' as never })).toThrow(
      /^generator\.region /,
    )
  })

  it('offer videos where there is a bucket for them, and references where the model takes them', () => {
    expect(offerOf(checkGeneratorSettings({ kind: 'bedrock' })).abilities).not.toContain('animate')
    const videos = checkGeneratorSettings({ kind: 'bedrock', videoBucket: 'our-videos' })
    expect(offerOf(videos).abilities).toContain('animate')
    const url = 'https://api.openai.com/v1'
    const gpt = checkGeneratorSettings({ kind: 'openai', url, model: 'gpt-image-1' })
    expect(offerOf(gpt).abilities).toContain('fill from a reference')
  })
})
