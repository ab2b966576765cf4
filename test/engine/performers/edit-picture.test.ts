import { expect, it } from 'vitest'
import type { OpenedPicture } from '../../../engine/media/open-picture.ts'
import { editPicture } from '../../../engine/performers/edit-picture.ts'
import type { EffectTask } from '../../../engine/performers/performer.ts'
import { writablePixels } from '../../../engine/raster/copy-on-write.ts'
import type { Picture } from '../../../engine/raster/picture.ts'

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
    fileBytes: unused,
    openPicture: unused,
    admitPicture: unused,
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
