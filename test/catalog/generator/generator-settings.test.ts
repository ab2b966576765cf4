import { describe, expect, it } from 'vitest'
import { DRESS_PRESETS } from '../../../catalog/generator/dress-table.ts'
import {
  BEDROCK_MODELS,
  checkGeneratorSettings,
  dollarsPerPicture,
  modelsOf,
  offerOf,
  parseGeneratorName,
  parseGeneratorSettings,
  tableOf,
  takesReferences,
} from '../../../catalog/generator/generator-settings.ts'

describe('the name of a generator', () => {
  it.each([
    ['bedrock', { kind: 'bedrock' }],
    ['openai:https://images.example/v1', { kind: 'openai', url: 'https://images.example/v1' }],
    ['http://127.0.0.1:8000/v1/', { kind: 'openai', url: 'http://127.0.0.1:8000/v1' }],
    ['fal:fal-ai/cat-vton', { kind: 'queue', wire: 'fal', model: 'fal-ai/cat-vton' }],
    [
      `replicate:cuuupid/idm-vton@${'a'.repeat(64)}`,
      { kind: 'queue', wire: 'replicate', model: `cuuupid/idm-vton@${'a'.repeat(64)}` },
    ],
    ['cog:http://127.0.0.1:5000/', { kind: 'queue', wire: 'cog', model: 'http://127.0.0.1:5000' }],
  ])('%s is understood', (text, meant) => {
    expect(parseGeneratorName(text)).toEqual(meant)
  })

  it.each(['', 'openai', 'openai:', 'file:///etc/passwd', 'https://', 'stability'])(
    '%j is not',
    (text) => {
      expect(() => parseGeneratorName(text)).toThrow('generator must be bedrock, openai:https://')
    },
  )
})

describe('a model that dresses people', () => {
  const table = { person: 'a', garment: 'b', image: 'c.0.url', dollars: 0.1 }
  const settings = (more: object) =>
    checkGeneratorSettings({
      kind: 'queue',
      wire: 'cog',
      model: 'https://a.example',
      table,
      ...more,
    })

  it.each([
    'fal:',
    'fal:https://a.example',
    'replicate:a/b',
    'fal:a',
    'fal:a/b c',
    'fal:/a/b',
    'replicate:a/b@latest',
    `replicate:a/b@${'a'.repeat(63)}`,
    `replicate:a/b@${'a'.repeat(65)}`,
    `replicate:/a/b@${'a'.repeat(64)}`,
    'cog:a.example',
    'cog:ftp,https://a.example',
    'cog:https://a.example?x=1',
  ])('is not called %s', (text) => {
    expect(() => parseGeneratorName(text)).toThrow(/^generator must be (fal|replicate|cog):/)
  })

  it('has a preset, or a table of its own', () => {
    for (const [name, { table: preset, read }] of Object.entries(DRESS_PRESETS)) {
      const version = name.startsWith('replicate:') ? `@${'0'.repeat(64)}` : ''
      const named = parseGeneratorName(`${name}${version}`)
      if (named.kind !== 'queue') return expect.unreachable(name)
      expect(tableOf(named, undefined)).toEqual(preset)
      expect(checkGeneratorSettings({ ...named, table: preset })).toMatchObject({ kind: 'queue' })
      expect(read).toMatch(/^November 2026/)
    }
    expect(tableOf({ wire: 'fal', model: 'a/b' }, table)).toBe(table)
    expect(() => tableOf({ wire: 'fal', model: 'a/b' }, undefined)).toThrow('table of your own')
  })

  it.each([
    [{ table: { ...table, dollars: undefined } }, 'generator.table.dollars'],
    [{ table: { ...table, image: '../x' } }, 'generator.table.image'],
    [{ table: { ...table, size: { width: 100, height: 900 } } }, 'generator.table.size.width'],
    [{ model: 'http://a.example' }, 'generator.model must be https'],
    [{ prefer: ['body-reshape'] }, 'generator.prefer.0'],
  ])('is refused with %j', (more, words) => {
    expect(() => settings(more)).toThrow(words)
  })
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

describe('what a picture costs', () => {
  it('is what the settings say, or the dearest of Bedrock’s services', () => {
    const url = 'https://a.example/v1'
    const own = checkGeneratorSettings({ kind: 'openai', url, dollarsPerPicture: 0.03 })
    expect(dollarsPerPicture(own)).toBe(0.03)
    expect(dollarsPerPicture(checkGeneratorSettings({ kind: 'openai', url }))).toBe(0)
    const table = { person: 'a', garment: 'b', image: 'c', dollars: 0.1 }
    const model = 'https://a.example'
    const queue = checkGeneratorSettings({ kind: 'queue', wire: 'cog', model, table })
    expect(dollarsPerPicture(queue)).toBe(0.1)
    expect(dollarsPerPicture(checkGeneratorSettings({ kind: 'bedrock' }))).toBe(0.08)
  })
})

describe('models and references', () => {
  it('are Bedrock’s own but for those that are named', () => {
    const named = checkGeneratorSettings({ kind: 'bedrock', models: { erase: 'our.own-v1:0' } })
    if (named.kind !== 'bedrock') return expect.unreachable()
    expect(modelsOf(named)).toEqual({ ...BEDROCK_MODELS, erase: 'our.own-v1:0' })
    // What a program leaves undefined is not named.
    const undefinedOne = { ...named, models: { erase: undefined } } as never
    expect(modelsOf(undefinedOne)).toEqual(BEDROCK_MODELS)
  })

  it.each([
    [{ model: 'gpt-image-1' }, true],
    [{ model: 'openai/gpt-image-2' }, true],
    [{ model: 'no-gpt-image' }, false],
    [{ model: 'own' }, false],
    [{}, false],
    [{ model: 'own', references: true }, true],
    [{ model: 'gpt-image-1', references: false }, false],
  ])('%j takes references: %s', (more, taken) => {
    const settings = checkGeneratorSettings({ kind: 'openai', url: 'https://a.example', ...more })
    if (settings.kind !== 'openai') return expect.unreachable()
    expect(takesReferences(settings)).toBe(taken)
    expect(offerOf(settings).abilities).toEqual([
      ...['erase', 'fill', 'extend', 'restyle'],
      ...(taken ? ['fill from a reference', 'dress'] : []),
    ])
  })

  it('say what is offered, and by whom', () => {
    const table = { person: 'a', garment: 'b', image: 'c', dollars: 0.1 }
    const model = 'https://a.example'
    const queue = checkGeneratorSettings({ kind: 'queue', wire: 'cog', model, table })
    expect(offerOf(queue)).toEqual({ name: 'cog', abilities: ['dress'] })
    expect(offerOf(checkGeneratorSettings({ kind: 'bedrock' }))).toEqual({
      name: 'bedrock',
      abilities: ['erase', 'fill', 'extend', 'restyle'],
    })
  })
})
