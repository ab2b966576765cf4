import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type GeneratorSettings, offerOf } from '../../../catalog/generator/generator-settings.ts'
import { abilitiesOf, type Generator } from '../../../engine/generate/generator.ts'
import { createGenerator } from '../../../functions/generators/create-generator.ts'
import { bind, faultOf } from './bind.ts'
import { at, inHole, picture, replace, SIZE } from './drawn-hole.ts'
import {
  type Behaviour,
  type Dialect,
  type GeneratorServer,
  startGeneratorServer,
} from './generator-server.ts'

/** An adapter with a server that speaks its interface, and how that interface says things. */
export type ContractCase = {
  dialect: Dialect
  settings: GeneratorSettings
  generatorAt(origin: string): Generator
  busy: Behaviour
  refusals: Record<string, Behaviour>
  invalid: Behaviour
  forbidden: Behaviour
  /** Says that its account is empty; absent where the interface has no words for it. */
  spent?: Behaviour
  failed: Behaviour
  /** Answers with so many bytes of picture. */
  oversized(bytes: number): Behaviour
}

const hangUp: Behaviour = (request) => void request.socket.destroy()
const never: Behaviour = () => {}
const garbage: Behaviour = (_, response) => void response.end('<html>no picture here</html>')
const cutOff: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
  response.write('{"images":["iVBOR')
  setTimeout(() => response.destroy(), 20)
}

function isRed([r = 0, g = 0, b = 0]: number[]): boolean {
  return r > 180 && g < 60 && b < 60
}

/** What every adapter keeps to, whatever its server does. */
export function testContract(name: string, given: ContractCase): void {
  describe(`the generator ${name}`, () => {
    let server: GeneratorServer
    let generator: Generator

    beforeAll(async () => {
      server = await startGeneratorServer(given.dialect)
      generator = given.generatorAt(server.origin)
    })
    afterAll(() => server.close())
    beforeEach(() => {
      server.next = []
      server.painted = []
      server.requests = 0
      server.remake = undefined
    })

    const fill = (more: object = {}, signal?: AbortSignal) =>
      bind(generator, signal).bound.fill({ picture, replace, prompt: 'a red box', ...more })

    it('can what its settings offer', () => {
      const made = createGenerator(given.settings, async () => undefined)
      expect(abilitiesOf(made).toSorted()).toEqual(
        [...offerOf(given.settings).abilities].toSorted(),
      )
      expect(made.name).toBe(offerOf(given.settings).name)
    })

    it('fills where the mask is 255 and nowhere else, and takes its drift of colours back', async () => {
      const result = await fill()
      expect(result).toMatchObject(SIZE)
      expect(isRed(at(result, 150, 100))).toBe(true)
      for (let i = 0; i < 300 * 200; i++) {
        if (inHole(i)) continue
        if (result.data[4 * i] !== picture.data[4 * i]) expect.unreachable(`pixel ${i} was changed`)
      }
      const [asked] = server.painted
      expect(asked!.fields).toMatchObject({ prompt: 'a red box' })
      const share = asked!.replace!.filter((value) => value > 127).length / asked!.replace!.length
      expect(share).toBeGreaterThan(0.03)
      expect(share).toBeLessThan(0.3)
    })

    it('takes things out without a prompt', async () => {
      const result = await fill({ prompt: undefined })
      expect(isRed(at(result, 150, 100))).toBe(true)
      expect(JSON.stringify(server.painted[0]!.fields)).not.toContain('undefined')
    })

    it('extends, and keeps every pixel of the source', async () => {
      const source = { left: 100, top: 50, width: 150, height: 100 }
      const result = await bind(generator).bound.extend({ canvas: picture, source })
      expect(isRed(at(result, 20, 20)) && isRed(at(result, 295, 195))).toBe(true)
      for (let y = 50; y < 150; y++) {
        for (let x = 100; x < 250; x++) {
          if (at(result, x, y)[0] !== at(picture, x, y)[0])
            expect.unreachable(`${x},${y} was changed`)
        }
      }
    })

    it('restyles at the size of the picture', async () => {
      const result = await bind(generator).bound.restyle({ picture, prompt: 'as an etching' })
      expect(result).toMatchObject(SIZE)
    })

    it('asks for the same seed each time, and for the one it is given', async () => {
      await fill()
      await fill({ seed: 7 })
      expect(server.painted.map(({ fields }) => Number(fields['seed']))).toEqual([0, 7])
    })

    it('tells model and cost', async () => {
      const { bound, generated, reserved } = bind(generator)
      await bound.fill({ picture, replace, prompt: 'a red box' })
      expect(generated).toHaveLength(1)
      expect(generated[0]).toMatchObject({ operation: 'fill', dollars: reserved[0]!.told.dollars })
      expect(generated[0]!.model).toBeTruthy()
    })

    it('tries again while it is busy, as that costs nothing', async () => {
      server.next = [given.busy, given.busy]
      expect(isRed(at(await fill(), 150, 100))).toBe(true)
      expect(server.requests).toBe(3)
    })

    it('gives up when it stays busy, and has paid nothing', async () => {
      server.next = Array.from({ length: 9 }, () => given.busy)
      const { bound, generated } = bind(generator)
      const fault = await faultOf(bound.fill({ picture, replace, prompt: 'a red box' }))
      expect(fault).toMatchObject({
        condition: 'generator-busy',
        message: 'The generator is busy.',
      })
      expect([generated.length, server.requests]).toEqual([0, 4])
    })

    it.each(Object.entries(given.refusals))('knows a refusal %s', async (_name, refusal) => {
      server.next = [refusal]
      expect(await faultOf(fill())).toMatchObject({ condition: 'content' })
      expect(server.requests).toBe(1)
    })

    it('knows what it does not take', async () => {
      server.next = [given.invalid]
      expect(await faultOf(fill())).toMatchObject({ condition: 'parameter' })
    })

    it.runIf(given.spent)('knows when its account is empty, and pays nothing', async () => {
      server.next = [given.spent!]
      const { bound, generated } = bind(generator)
      const fault = await faultOf(bound.fill({ picture, replace, prompt: 'a red box' }))
      expect(fault.condition).toBe('generator-budget')
      expect([generated.length, server.requests]).toEqual([0, 1])
    })

    it.each(['forbidden', 'failed'] as const)(
      'asks once and pays nothing when it %s',
      async (how) => {
        server.next = [given[how]]
        const { bound, generated } = bind(generator)
        const fault = await faultOf(bound.fill({ picture, replace, prompt: 'a red box' }))
        expect(fault.condition).toBe('runtime')
        expect(fault.message).not.toContain('secret')
        expect([generated.length, server.requests]).toEqual([0, 1])
      },
    )

    it.each([
      ['hangs up', hangUp],
      ['breaks off', cutOff],
      ['answers with something else', garbage],
      ['answers with too much', given.oversized(60_000_000)],
      ['answers with a picture of no kind', given.oversized(400)],
    ])('asks once and counts the price when it %s', async (_name, behave) => {
      server.next = [behave]
      const { bound, generated } = bind(generator)
      const fault = await faultOf(bound.fill({ picture, replace, prompt: 'a red box' }))
      expect(fault.condition).toBe('generator-lost')
      expect(generated).toMatchObject([{ lost: true }])
      expect(server.requests).toBe(1)
    })

    it('refuses a picture of other proportions, and takes a smaller one', async () => {
      server.remake = (png) => sharp(png).resize(300, 100, { fit: 'fill' }).png().toBuffer()
      expect(await faultOf(fill())).toMatchObject({ condition: 'generator-answer' })
      server.remake = async (png) => {
        const { width = 2 } = await sharp(png).metadata()
        return await sharp(png)
          .resize(Math.round(width / 2))
          .jpeg()
          .toBuffer()
      }
      expect(isRed(at(await fill(), 150, 100))).toBe(true)
    })

    it('stops waiting when the task must end', async () => {
      server.next = [never]
      const stop = new AbortController()
      const asked = fill({}, stop.signal)
      setTimeout(() => stop.abort(), 50)
      expect(await faultOf(asked)).toMatchObject({ message: 'The task ran out of time.' })
    })
  })
}
