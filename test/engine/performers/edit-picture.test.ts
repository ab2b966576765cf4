import sharp from 'sharp'
import { expect, it } from 'vitest'
import { encodePicture } from '../../../engine/media/encode-picture.ts'
import type { OpenedPicture } from '../../../engine/media/open-picture.ts'
import { editPicture, type Settle } from '../../../engine/performers/edit-picture.ts'
import type { EffectTask } from '../../../engine/performers/performer.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { writablePixels } from '../../../engine/raster/pixels/copy-on-write.ts'

function grey(): Picture {
  return { width: 4, height: 4, data: new Uint8ClampedArray(64).fill(128) }
}

function opened(picture: Picture, own: OpenedPicture['own']): OpenedPicture {
  return { picture, format: 'png', own, bytes: 0 }
}

/** A task that records the order of what is called. */
function recordingTask(calls: string[]): EffectTask {
  const unused = () => expect.unreachable('the edit opens no file of its own')
  return {
    parameters: {},
    fileCount: unused,
    file: unused,
    openPicture: unused,
    admitPicture: unused,
    readOnce: unused,
    vision: unused,
    framesDone: unused,
    lengthKnown: unused,
    checkpoint: async () => {
      calls.push('checkpoint')
    },
    beginStep: (step) => {
      calls.push(step)
    },
  }
}

it('may overwrite the source’s pixels unless its own colours are needed for the result', async () => {
  const writesInPlace = async (own: OpenedPicture['own'], picture: Picture) => {
    let inPlace = false
    const edit = editPicture({
      open: async () => opened(picture, own),
      apply: (source) => {
        inPlace = writablePixels(source.picture) === picture.data
        return source
      },
      timed: false,
    })
    await edit(recordingTask([]))
    return inPlace
  }
  expect(await writesInPlace(async () => undefined, grey())).toBe(true)
  const held = grey()
  const own = { profile: Buffer.alloc(0), stored: held.data.slice(), plain: held }
  expect(await writesInPlace(async () => own, held)).toBe(false)
})

it('encodes in the source’s format, and reports times and the effect’s own results', async () => {
  const calls: string[] = []
  const edit = editPicture({
    open: async () => opened(grey(), async () => undefined),
    apply: ({ picture }) => ({ picture, results: { arm: true } }),
    timed: true,
  })
  const { results, output } = await edit(recordingTask(calls))
  expect(Object.keys(results)).toEqual(['timed', 'timed_apply', 'arm'])
  expect(output).toMatchObject({ contentType: 'image/png', extension: 'png' })
  expect(calls).toEqual(['checkpoint', 'apply', 'checkpoint', 'encode'])
})

/** Edits a white JPEG that changes in `changed` rows, of which the effect tells before. */
async function edited(own: OpenedPicture['own'], changed: { top: number; height: number }) {
  const size = { width: 1200, height: 960 }
  const picture = { ...size, data: new Uint8ClampedArray(4 * size.width * size.height).fill(255) }
  const paintRows = (settle: Settle): Picture => {
    settle(picture, [{ left: 0, width: size.width, ...changed }])
    const data = writablePixels(picture)
    const from = 4 * size.width * changed.top
    return { ...picture, data: data.fill(200, from, from + 4 * size.width * changed.height) }
  }
  const edit = editPicture({
    open: async () => ({ ...opened(picture, own), format: 'jpeg' }),
    apply: (_, __, settle) => ({ picture: paintRows(settle) }),
    timed: false,
  })
  const { output } = await edit(recordingTask([]))
  return {
    found: output!.bytes,
    expected: await encodePicture(
      paintRows(() => {}),
      'jpeg',
    ),
  }
}

it('writes the same file whether or not an effect tells where it still changes pixels', async () => {
  const { found, expected } = await edited(async () => undefined, { top: 300, height: 200 })
  expect(Buffer.from(found).equals(Buffer.from(expected))).toBe(true)
})

it('leaves no pixel to be encoded when an effect fails', async () => {
  const picture = { width: 1200, height: 960, data: new Uint8ClampedArray(4 * 1200 * 960) }
  const edit = editPicture({
    open: async () => ({ ...opened(picture, async () => undefined), format: 'jpeg' }),
    apply: (source, _, settle) => {
      settle(source.picture, [])
      throw new Error('no face')
    },
    timed: false,
  })
  await expect(edit(recordingTask([]))).rejects.toThrow('no face')
  const { process: running, queue } = sharp.counters()
  expect([running, queue]).toEqual([0, 0])
})
