import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Fault } from '../../../catalog/failures/fault.ts'
import {
  checkGeneratorSettings,
  type OpenAiSettings,
  offerOf,
} from '../../../catalog/generator/generator-settings.ts'
import { bindGenerator } from '../../../engine/generate/bind-generator.ts'
import { abilitiesOf } from '../../../engine/generate/generator.ts'
import type { DressRequest } from '../../../engine/generate/task-generator.ts'
import type { Mask, Picture } from '../../../engine/raster/picture.ts'
import { guardedFetch } from '../../../functions/fetch/guarded-fetch.ts'
import { createGenerator } from '../../../functions/generators/create-generator.ts'
import { openAiGenerator } from '../../../functions/generators/openai/openai-generator.ts'
import { bind, faultOf } from './bind.ts'
import { at, SIZE } from './drawn-hole.ts'
import { type GeneratorServer, json, startGeneratorServer } from './generator-server.ts'
import { openAiDialect } from './openai-dialect.ts'

// The interface: OpenAI API reference, "Create image edit" (`image[]` of several, `mask` for the first of them), and
// vLLM-Omni's "Image Edit API".

/** Uneven ground, so that it shows where something is. */
const picture: Picture = { ...SIZE, data: new Uint8ClampedArray(4 * 300 * 200) }
for (let i = 0; i < 300 * 200; i++) {
  const [x, y] = [i % 300, Math.floor(i / 300)]
  picture.data.set([90 + 60 * Math.sin(x / 37), 100 + 50 * Math.cos(y / 23), 110, 255], 4 * i)
}
const garment: Picture = { width: 320, height: 256, data: new Uint8ClampedArray(4 * 320 * 256) }
for (let i = 0; i < 320 * 256; i++) garment.data.set([20, 40, 160, 255], 4 * i)
/** The left half may change. */
const keep: Mask = { ...SIZE, data: new Uint8Array(300 * 200) }
for (let y = 0; y < 200; y++) keep.data.fill(255, y * 300 + 150, y * 300 + 300)

const settingsOf = (more: object = {}) =>
  checkGeneratorSettings({
    kind: 'openai',
    url: 'https://images.example/v1',
    model: 'own-1',
    references: true,
    dollarsPerPicture: 0.02,
    ...more,
  }) as OpenAiSettings

let server: GeneratorServer
beforeAll(async () => {
  server = await startGeneratorServer(openAiDialect)
})
afterAll(() => server.close())
beforeEach(() => {
  Object.assign(server, { next: [], painted: [], requests: 0, remake: undefined })
})

const generatorOf = (settings = settingsOf()) =>
  openAiGenerator({
    settings: { ...settings, url: `${server.origin}/v1`, private: true },
    key: async () => 'sk-secret-key',
    fetch: guardedFetch,
    firstWaitMs: 1,
  })

const request: DressRequest = { picture, garment, part: 'upper', keep }

/** What was painted, as somebody else would be: nothing is where it was. */
const mirrored = (png: Buffer): Promise<Buffer> => sharp(png).flop().png().toBuffer()

describe('people dressed by a server with OpenAI’s interface', () => {
  it('is offered where the model takes several pictures', () => {
    for (const given of [settingsOf(), settingsOf({ references: false })]) {
      const made = createGenerator(given, async () => undefined)
      expect(abilitiesOf(made).toSorted()).toEqual([...offerOf(given).abilities].toSorted())
      expect(abilitiesOf(made).includes('dress')).toBe(given.references === true)
    }
  })

  it('sends person and garment in this order, with a mask of the person’s picture', async () => {
    await bind(generatorOf()).bound.dress({ ...request, prompt: 'red top', seed: 7 })
    const [asked] = server.painted
    expect(asked).toMatchObject({
      path: '/v1/images/edits',
      authorization: 'Bearer sk-secret-key',
      fields: { images: 2, n: '1', model: 'own-1', response_format: 'b64_json', seed: '7' },
    })
    const { width = 0, height = 0, fields, replace } = asked!
    expect(fields['size']).toBe(`${width}x${height}`)
    expect(fields['prompt']).toMatch(/wearing the top of the second picture.*It is a red top\./)
    const share = replace!.filter((value) => value > 127).length / replace!.length
    expect([share > 0.4, share < 0.6]).toEqual([true, true])
  })

  it.each([
    ['lower', /wearing the trousers, shorts or skirt of/],
    ['full', /wearing the whole outfit of/],
  ] as const)('says in words what part is dressed: %s', async (part, words) => {
    await bind(generatorOf()).bound.dress({ ...request, part })
    expect(server.painted[0]!.fields['prompt']).toMatch(words)
  })

  it('takes the answer where the picture may change, and keeps the rest to the byte', async () => {
    const { bound, generated } = bind(generatorOf())
    const made = await bound.dress(request)
    const [r = 0, g = 0] = at(made, 40, 30)
    expect([r > 170, g < 80]).toEqual([true, true])
    let changed = 0
    for (let i = 0; i < 300 * 200; i++) {
      const isKept = i % 300 >= 150
      if (isKept && [0, 1, 2].some((c) => made.data[4 * i + c] !== picture.data[4 * i + c])) {
        changed++
      }
    }
    expect(changed).toBe(0)
    expect(generated).toMatchObject([
      { generator: 'openai', operation: 'dress', model: 'own-1', dollars: 0.02 },
    ])
  })

  it('asks gpt-image for one of its sizes, without fields that it refuses', async () => {
    const gpt = settingsOf({ model: 'gpt-image-1', references: undefined })
    await bind(generatorOf(gpt)).bound.dress(request)
    const { fields } = server.painted[0]!
    expect(fields['size']).toBe('1536x1024')
    expect(Object.keys(fields)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(seed|response_format|negative_prompt)$/)]),
    )
  })

  it('tries again while it is busy, and has paid nothing where it stays so', async () => {
    const busy = json(429, { error: { code: 'rate_limit_exceeded', message: 'Slow down.' } })
    server.next = Array.from({ length: 9 }, () => busy)
    const { bound, generated } = bind(generatorOf())
    expect(await faultOf(bound.dress(request))).toMatchObject({ condition: 'generator-busy' })
    expect([generated.length, server.requests]).toEqual([0, 4])
  })

  it('knows a refusal by moderation', async () => {
    server.next = [json(400, { error: { code: 'moderation_blocked', message: 'No.' } })]
    const { bound, generated } = bind(generatorOf())
    expect(await faultOf(bound.dress(request))).toMatchObject({ condition: 'content' })
    expect([generated.length, server.requests]).toEqual([0, 1])
  })

  it('counts the price of an answer that was lost, and asks no second time', async () => {
    server.next = [(asked) => void asked.socket.destroy()]
    const { bound, generated } = bind(generatorOf())
    expect(await faultOf(bound.dress(request))).toMatchObject({ condition: 'generator-lost' })
    expect(generated).toMatchObject([{ lost: true, dollars: 0.02 }])
    expect(server.requests).toBe(1)
  })
})

describe('an answer that shows another picture', () => {
  it('is asked for once more, with the next seed, and both are told', async () => {
    server.remake = async (png) => {
      server.remake = undefined
      return await mirrored(png)
    }
    const { bound, generated } = bind(generatorOf())
    const made = await bound.dress({ ...request, seed: 4_294_967_294 })
    expect(at(made, 40, 30)[0]).toBeGreaterThan(170)
    expect(server.painted.map(({ fields }) => fields['seed'])).toEqual(['4294967294', '0'])
    expect(generated).toMatchObject([{ dollars: 0.02 }, { dollars: 0.02 }])
  })

  it('ends the task where the second one does so, too', async () => {
    server.remake = mirrored
    const { bound, generated } = bind(generatorOf())
    expect(await faultOf(bound.dress(request))).toMatchObject({
      condition: 'generator-answer',
      message: expect.stringContaining('painted another picture'),
    })
    expect([generated.length, server.requests]).toEqual([2, 2])
  })

  it('is not asked for again where the task may not spend as much', async () => {
    server.remake = mirrored
    const { signal } = new AbortController()
    const bound = bindGenerator(generatorOf(), {
      signal,
      task: 'a task',
      reserve: async ({ nth }) => {
        if (nth > 0) throw new Fault('generator-budget', 'The task would spend too much.')
        return undefined
      },
      settle: async () => {},
    })
    expect(await faultOf(bound.dress(request))).toMatchObject({ condition: 'generator-answer' })
    expect(server.requests).toBe(1)
  })

  it('of other proportions is no matter of chance', async () => {
    server.remake = (png) => sharp(png).resize(300, 100, { fit: 'fill' }).png().toBuffer()
    const { bound } = bind(generatorOf())
    expect(await faultOf(bound.dress(request))).toMatchObject({ condition: 'generator-answer' })
    expect(server.requests).toBe(1)
  })
})
