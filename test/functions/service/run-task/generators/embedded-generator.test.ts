import { expect, it } from 'vitest'
import { embeddedGenerator } from '../../../../../engine/generate/embedded-generator.ts'
import { abilitiesOf } from '../../../../../engine/generate/generator.ts'
import { bind, faultOf } from './bind.ts'
import { at, inHole, picture, replace } from './drawn-hole.ts'

it('the embedded generator takes things out, invents nothing and costs nothing', async () => {
  expect(abilitiesOf(embeddedGenerator)).toEqual(['erase'])
  const object = { ...picture, data: new Uint8ClampedArray(picture.data) }
  for (let i = 0; i < 600 * 400; i++) if (inHole(i)) object.data.set([255, 255, 0], 4 * i)
  const { bound, generated } = bind(embeddedGenerator)
  const result = await bound.fill({ picture: object, replace })
  const [r, , b] = at(result, 300, 200)
  expect(Math.abs(r! - at(picture, 300, 200)[0]!)).toBeLessThan(12)
  expect(b).toBeGreaterThan(50)
  expect(generated).toMatchObject([{ generator: 'embedded', dollars: 0 }])
  expect(await faultOf(bound.fill({ picture, replace, prompt: 'a box' }))).toMatchObject({
    condition: 'parameter',
  })
})
