import { expect, it } from 'vitest'
import {
  type DebugImage,
  debugField,
  debugMask,
  debugPicture,
  debugPlane,
  withDebugSink,
} from '../../../engine/raster/debug.ts'
import { identityDisplacement } from '../../../engine/raster/warp/displacement.ts'

async function imagesOf(work: () => void): Promise<DebugImage[]> {
  const images: DebugImage[] = []
  await withDebugSink(
    (image) => images.push(image),
    async () => work(),
  )
  return images
}

it('gives a sink copies of planes, masks and pictures as 8-bit images, in order', async () => {
  const size = { width: 2, height: 1 }
  const plane = Float32Array.of(25, 200)
  const pixels = Uint8ClampedArray.of(1, 2, 3, 4, 5, 6, 7, 8)
  const images = await imagesOf(() => {
    debugPlane('lightness', plane, size, [0, 100])
    debugMask('mask', { ...size, data: Uint8Array.of(0, 255) })
    debugPicture('picture', { ...size, data: pixels })
    plane.fill(0)
    pixels.fill(0)
  })
  expect(images).toEqual([
    { ...size, name: 'lightness', channels: 1, data: Uint8Array.of(63, 255) },
    { ...size, name: 'mask', channels: 1, data: Uint8Array.of(0, 255) },
    { ...size, name: 'picture', channels: 4, data: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) },
  ])
})

it('shows a plane from 0 to 1 where no range is given, and cuts off what lies beyond', async () => {
  const plane = Float32Array.of(-1, 0, 0.5, 1, 1.5, 0.2)
  const [image] = await imagesOf(() => debugPlane('plane', plane, { width: 3, height: 2 }))
  expect([...image!.data]).toEqual([0, 0, 127, 255, 255, 51])
  const [other] = await imagesOf(() => debugPlane('plane', plane, { width: 3, height: 2 }, [-1, 1]))
  expect([...other!.data]).toEqual([0, 127, 191, 255, 255, 153])
})

it('shows every node of a field, of which the longest has full colour', async () => {
  const field = identityDisplacement(3, 3, 2)
  const last = field.dx.length - 1
  field.dx[0] = 3
  field.dy[last] = -4
  const [image] = await imagesOf(() => debugField('field', field))
  expect(image).toMatchObject({ name: 'field, longest 4.0 px', width: 3, height: 3 })
  const grey = [127, 127, 127]
  expect([...image!.data]).toEqual([223, 127, 127, ...Array(7).fill(grey).flat(), 127, 0, 127])
  const [still] = await imagesOf(() => debugField('still', identityDisplacement(3, 3, 2)))
  expect([...still!.data]).toEqual(Array(9).fill(grey).flat())
})

it('makes a picture only where there is a sink', async () => {
  const picture = { width: 1, height: 1, data: Uint8ClampedArray.of(1, 2, 3, 4) }
  debugPicture('none', () => expect.unreachable())
  const [image] = await imagesOf(() => debugPicture('made', () => picture))
  expect(image).toEqual({
    name: 'made',
    width: 1,
    height: 1,
    channels: 4,
    data: Uint8Array.of(1, 2, 3, 4),
  })
})

it('colours a displacement field by direction and names its longest displacement', async () => {
  const field = identityDisplacement(3, 2, 2)
  field.dx[0] = -5
  const [image] = await imagesOf(() => debugField('field', field))
  expect(image).toMatchObject({ name: 'field, longest 5.0 px', channels: 3, width: field.cols })
  expect([...image!.data.subarray(0, 6)]).toEqual([0, 127, 127, 127, 127, 127])
})

it('does nothing without a sink, also after one whose work failed', async () => {
  const failing = withDebugSink(
    () => expect.unreachable(),
    () => Promise.reject(new Error('failed')),
  )
  await expect(failing).rejects.toThrow('failed')
  debugPlane('plane', [], { width: 1e9, height: 1e9 })
})

it('refuses a second sink while one is in use', async () => {
  await withDebugSink(
    () => {},
    async () => {
      await expect(
        withDebugSink(
          () => {},
          async () => {},
        ),
      ).rejects.toThrow('being debugged')
    },
  )
})
