import { describe, expect, it } from 'vitest'
import { Fault } from '../../../catalog/failures/fault.ts'
import type { Generation } from '../../../catalog/generator/generation.ts'
import {
  type BindOptions,
  bindGenerator,
  type Reservation,
} from '../../../engine/generate/bind-generator.ts'
import type {
  ExtendCall,
  FillCall,
  Generator,
  GeneratorLimits,
  Operation,
} from '../../../engine/generate/generator.ts'
import { LostAnswer } from '../../../engine/generate/lost-answer.ts'
import type { Mask, Picture } from '../../../engine/raster/picture.ts'

const LIMITS: GeneratorLimits = {
  maxPixels: 400_000,
  minSide: 64,
  maxRatio: 2.5,
  multipleOf: 16,
  maxPrompt: 100,
}

function plain(width: number, height: number, level: number): Picture {
  const data = new Uint8ClampedArray(4 * width * height).fill(level)
  for (let at = 3; at < data.length; at += 4) data[at] = 255
  return { width, height, data }
}

function spot(width: number, height: number, left: number, top: number, side: number): Mask {
  const data = new Uint8Array(width * height)
  for (let y = top; y < top + side; y++) data.fill(255, y * width + left, y * width + left + side)
  return { width, height, data }
}

/** A generator that paints white where the mask is, and notes what it was asked. */
function whitener(asked: FillCall[] = []): Generator {
  return {
    name: 'whitener',
    limits: LIMITS,
    fill: {
      prompt: 'maybe',
      reference: false,
      idempotent: false,
      price: () => 0.07,
      run: async (call) => {
        asked.push(call)
        const data = new Uint8ClampedArray(call.picture.data)
        for (let i = 0; i < call.replace.data.length; i++) {
          if (call.replace.data[i]) data.fill(255, 4 * i, 4 * i + 3)
        }
        const content = { ...call.picture, data }
        return { content, model: 'white-1', version: '2', dollars: 0.05 }
      },
    },
  }
}

function paying(more: Partial<BindOptions> = {}) {
  const reserved: Reservation[] = []
  const generated: Generation[] = []
  const options: BindOptions = {
    signal: new AbortController().signal,
    task: 'task',
    reserve: async (reservation) => {
      reserved.push(reservation)
      generated[reservation.nth] = reservation.told
    },
    settle: async (nth, generation) => {
      generated.splice(nth, 1, ...(generation ? [generation] : []))
    },
    ...more,
  }
  return { reserved, generated, options }
}

describe('filling with a generator', () => {
  it('sends the part around the mask within the limits, and lays the result back at full size', async () => {
    const asked: FillCall[] = []
    const { options } = paying()
    const picture = plain(3000, 1200, 90)
    const replace = spot(3000, 1200, 2000, 500, 400)
    const result = await bindGenerator(whitener(asked), options).fill({ picture, replace })
    expect(result).toMatchObject({ width: 3000, height: 1200 })
    expect(result.data[4 * (700 * 3000 + 2200)]).toBeGreaterThan(250)
    expect(result.data[4 * (480 * 3000 + 2200)]).toBe(90)
    const [{ picture: sent, replace: mask }] = asked as [FillCall]
    expect(sent.width * sent.height).toBeLessThanOrEqual(LIMITS.maxPixels)
    expect([sent.width % 16, sent.height % 16]).toEqual([0, 0])
    expect(mask).toMatchObject({ width: sent.width, height: sent.height })
  })

  it.each([
    [2000, 60],
    [60, 2000],
    [20, 20],
  ])('sends a picture of %i x %i in proportions the generator takes', async (width, height) => {
    const asked: FillCall[] = []
    const replace = spot(width, height, 2, 2, 16)
    replace.data.fill(255)
    replace.data[0] = 0
    const result = await bindGenerator(whitener(asked), paying().options).fill({
      picture: plain(width, height, 90),
      replace,
    })
    expect(result).toMatchObject({ width, height })
    const { width: w, height: h } = asked[0]!.picture
    expect(Math.min(w, h)).toBeGreaterThanOrEqual(LIMITS.minSide)
    expect(Math.max(w, h) / Math.min(w, h)).toBeLessThanOrEqual(LIMITS.maxRatio)
    expect(w * h).toBeLessThanOrEqual(LIMITS.maxPixels)
  })

  it('sends what is transparent on white, and leaves its alpha where the mask is 0', async () => {
    const asked: FillCall[] = []
    const picture = plain(64, 64, 9)
    for (let at = 3; at < picture.data.length; at += 4) picture.data[at] = 51
    const replace = spot(64, 64, 30, 30, 4)
    const result = await bindGenerator(whitener(asked), paying().options).fill({ picture, replace })
    // A fifth of 9, the rest white.
    expect([...asked[0]!.picture.data.subarray(0, 4)]).toEqual([206, 206, 206, 255])
    const [beside, inside] = [4 * (10 * 64 + 10), 4 * (32 * 64 + 32)]
    expect([...result.data.subarray(beside, beside + 4)]).toEqual([9, 9, 9, 51])
    expect(result.data[inside + 3]).toBe(255)
  })

  it('asks nobody and pays nothing for an empty mask', async () => {
    const { reserved, options } = paying()
    const picture = plain(64, 64, 9)
    const replace = spot(64, 64, 0, 0, 0)
    expect(await bindGenerator(whitener(), options).fill({ picture, replace })).toBe(picture)
    expect(reserved).toEqual([])
  })

  it('sets the price aside before the call, and tells what it came to', async () => {
    const { reserved, generated, options } = paying()
    const bound = bindGenerator(whitener(), options)
    const request = { picture: plain(64, 64, 9), replace: spot(64, 64, 20, 20, 9) }
    await bound.fill(request)
    await bound.fill({ ...request, prompt: 'snow' })
    const lost = { generator: 'whitener', operation: 'fill', model: 'unknown', dollars: 0.07 }
    expect(reserved).toEqual([
      { told: { ...lost, lost: true }, nth: 0, idempotent: false },
      { told: { ...lost, lost: true }, nth: 1, idempotent: false },
    ])
    const told = { generator: 'whitener', operation: 'fill', model: 'white-1', version: '2' }
    expect(generated).toEqual([
      { ...told, dollars: 0.05 },
      { ...told, dollars: 0.05 },
    ])
  })

  it('makes no call that may not be paid', async () => {
    const asked: FillCall[] = []
    const reserve = async () => {
      throw new Fault('runtime', 'Too dear.')
    }
    const { options } = paying({ reserve })
    const request = { picture: plain(64, 64, 9), replace: spot(64, 64, 20, 20, 9) }
    await expect(bindGenerator(whitener(asked), options).fill(request)).rejects.toThrow('Too dear.')
    expect(asked).toEqual([])
  })

  it('counts a lost answer at its price', async () => {
    const { generated, options } = paying()
    const generator = whitener()
    generator.fill!.run = async () => {
      throw new LostAnswer('The connection broke.')
    }
    const request = { picture: plain(64, 64, 9), replace: spot(64, 64, 20, 20, 9) }
    await expect(bindGenerator(generator, options).fill(request)).rejects.toThrow(Fault)
    expect(generated).toMatchObject([{ dollars: 0.07, lost: true }])
  })

  it('does not count a call that was certainly not carried out', async () => {
    const { reserved, generated, options } = paying()
    const generator = whitener()
    generator.fill!.run = async () => {
      throw new Fault('content', 'The filter refused the prompt.')
    }
    const request = { picture: plain(64, 64, 9), replace: spot(64, 64, 20, 20, 9) }
    await expect(bindGenerator(generator, options).fill(request)).rejects.toThrow(Fault)
    expect(reserved).toHaveLength(1)
    expect(generated).toEqual([])
  })

  it('takes a result of another size in the same proportions, and refuses other proportions', async () => {
    const generator = whitener()
    const answer = (size: (call: FillCall) => Picture) => {
      generator.fill!.run = async (call) => ({ content: size(call), model: 'm', dollars: 0 })
    }
    const request = { picture: plain(600, 400, 90), replace: spot(600, 400, 200, 100, 200) }
    const bound = bindGenerator(generator, paying().options)
    answer(({ picture }) => plain(picture.width / 2, picture.height / 2, 200))
    expect(await bound.fill(request)).toMatchObject({ width: 600, height: 400 })
    answer(({ picture }) => plain(2 * picture.width, picture.height, 200))
    await expect(bound.fill(request)).rejects.toThrow(/answered with \d+ x \d+ pixels/)
  })

  it('refuses a result of too few pixels, which it paid for all the same', async () => {
    const generator = whitener()
    generator.fill!.run = async () => ({ content: plain(3, 3, 200), model: 'm', dollars: 0.07 })
    const { generated, options } = paying()
    const request = { picture: plain(512, 512, 90), replace: spot(512, 512, 200, 100, 200) }
    await expect(bindGenerator(generator, options).fill(request)).rejects.toMatchObject({
      condition: 'generator-answer',
      message: expect.stringMatching(
        /^The generator answered with 3 x 3 pixels for \d+ x \d+; at least half/,
      ),
    })
    expect(generated).toMatchObject([{ dollars: 0.07 }])
  })

  it('refuses prompts that are too long, before anything is paid', async () => {
    const { reserved, options } = paying()
    const request = { picture: plain(64, 64, 9), replace: spot(64, 64, 20, 20, 9) }
    const asked = bindGenerator(whitener(), options).fill({ ...request, prompt: 'x'.repeat(101) })
    await expect(asked).rejects.toMatchObject({ condition: 'parameter' })
    expect(reserved).toEqual([])
  })
})

describe('extending with a generator', () => {
  const request = {
    canvas: plain(800, 600, 90),
    source: { left: 300, top: 100, width: 300, height: 300 },
  }

  it('keeps the source and fills the rest, also by a generator that only fills', async () => {
    const result = await bindGenerator(whitener(), paying().options).extend(request)
    const at = (x: number, y: number) => result.data[4 * (y * 800 + x)]
    expect([at(300, 100), at(599, 399)]).toEqual([90, 90])
    expect([at(20, 20), at(780, 580)].every((level) => level! > 240)).toBe(true)
  })

  it('names the margins to one that extends', async () => {
    const asked: ExtendCall[] = []
    const extend: Operation<ExtendCall, Picture> = {
      idempotent: false,
      price: () => 0.06,
      run: async (call) => {
        asked.push(call)
        const { left, top, right, bottom } = call.margins
        const { width, height } = call.picture
        const content = plain(width + left + right, height + top + bottom, 90)
        return { content, model: 'm', dollars: 0.06 }
      },
    }
    const generator = { name: 'x', limits: LIMITS, extend }
    await bindGenerator(generator, paying().options).extend(request)
    const [{ picture, margins }] = asked as [ExtendCall]
    const width = picture.width + margins.left + margins.right
    expect(margins.left / width).toBeCloseTo(300 / 800, 1)
    expect(picture.width / picture.height).toBeCloseTo(1, 1)
  })
})
