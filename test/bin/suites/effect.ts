import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { effect } from '../../../bin/commands/effect.ts'
import { portraitJpeg } from '../../hostile/portrait.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'

let folder: string
function at(name: string): string {
  return join(folder, name)
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'effect-'))
  await writeFile(at('face.jpg'), await portraitJpeg())
  await writeFile(at('other.jpg'), await portraitJpeg({ look: { skin: '#8a5a3c' } }))
  const wall = sharp({ create: { width: 400, height: 400, channels: 3, background: '#888888' } })
  await writeFile(at('wall.png'), await wall.png().toBuffer())
  await writeFile(at('text.jpg'), 'no picture at all')
})
afterAll(() => rm(folder, { recursive: true }))

async function run(...words: string[]): Promise<string> {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => print.mockRestore())
  await effect().parseAsync(words, { from: 'user' })
  return print.mock.calls.flat().join('\n')
}

const FACE = ['--params', '{"features":{"jaw":20}}']
const SWAP = ['--params', '{"face_mapping":[{"index":0,"position":0}]}']

describe('what is wrong is said with the service’s code before or after a look at the files', () => {
  test.each([
    ['an unknown effect', 'sparkle face.jpg', [], /^There is no effect "sparkle"; there are body-/],
    ['no place for the result', 'face-reshape face.jpg', FACE, /^face-reshape gives a file: say/],
    ['a folder that is not there', 'face-reshape face.jpg -o no/x.jpg', FACE, /cannot be written/],
    [
      'a value out of its range',
      'face-reshape face.jpg -o x.jpg',
      ['--params', '{"features":{"jaw":101}}'],
      /^InvalidParameters: features\.jaw is above the allowed maximum\. At most 100 is allowed\.$/,
    ],
    [
      'a name that the service would ignore',
      'face-reshape face.jpg -o x.jpg',
      ['--params', '{"features":{"jaw":20,"jow":20}}'],
      /^InvalidParameters: features\.jow is not a field of this object\. Did you mean jaw\?$/,
    ],
    [
      'a value of another type',
      'face-reshape face.jpg -o x.jpg',
      ['--params', '{"features":{"jaw":"much"}}'],
      /^InvalidParameters: features\.jaw doesn't match the required format\.$/,
    ],
    ['no JSON', 'face-reshape face.jpg -o x.jpg', ['--params', '{'], /^--params is not JSON\.$/],
    [
      'no reference',
      'face-swap face.jpg -o x.jpg',
      SWAP,
      /^InvalidParameters: ref_file_urls is re/,
    ],
    [
      'a reference that is not given',
      'face-swap face.jpg -o x.jpg --ref other.jpg',
      ['--params', '{"face_mapping":[{"index":1,"position":0}]}'],
      /^InvalidParameters: face_mapping names reference 1, and there are 1/,
    ],
    ['a reference too many', 'face-lift face.jpg -o x.jpg --ref wall.png', [], /takes no --ref\.$/],
    [
      'an index nobody asks for',
      'face-swap face.jpg -o x.jpg --index 1',
      SWAP,
      /takes no --index\.$/,
    ],
    ['a mask too many', 'face-lift face.jpg -o x.jpg --mask wall.png', [], /takes no --mask\.$/],
    [
      'a file that is not there',
      'face-reshape gone.jpg -o x.jpg',
      FACE,
      /^error_download_image: There is no file .*gone\.jpg\.$/,
    ],
    ['a file of text', 'face-reshape text.jpg -o x.jpg', FACE, /^INPUT_ERROR: The file is text;/],
    ['nobody', 'face-reshape wall.png -o x.png', FACE, /^PHOTO_DETECTION_FAIL: No face was found/],
    [
      'a person too many',
      'face-reshape face.jpg -o x.jpg --index 1',
      FACE,
      /^PHOTO_DETECTION_FAIL: One face was found in the picture; there is no index 1\.$/,
    ],
    [
      'a reference without a face',
      'face-swap face.jpg -o x.jpg --ref wall.png',
      SWAP,
      /^error_no_face: No face was found in reference 0\.$/,
    ],
  ])('%s', async (_, words, more, message) => {
    const named = words.split(' ').map((word) => (/\.(jpg|png)$/.test(word) ? at(word) : word))
    await expect(run(...named, ...more)).rejects.toThrow(message)
    await expect(readFile(at('x.jpg'))).rejects.toThrow('ENOENT')
  })
})

// `--debug` below writes a picture in `npm test`, and the task’s own answer `test/contract/tasks.test.ts` holds.
test.runIf(isEveryCaseTried())(
  'a face swap writes the picture and prints what the task would answer',
  async () => {
    const out = at('swapped.jpg')
    const printed = await run(
      'face-swap',
      at('face.jpg'),
      ...SWAP,
      '--ref',
      at('other.jpg'),
      '-o',
      out,
      '--json',
    )
    const note = expect.stringContaining('few will recognise the reference')
    expect(JSON.parse(printed)).toEqual({ note, out, contentType: 'image/jpeg' })
    expect(await sharp(await readFile(out)).metadata()).toMatchObject({ width: 400, height: 480 })
  },
)

test('a file the service refuses is fitted, and its result restored, unless --no-fit is given', async () => {
  const [photo, out] = [at('photo.webp'), at('reshaped.webp')]
  await sharp(await readFile(at('face.jpg')))
    .webp()
    .toFile(photo)
  await expect(run('face-reshape', photo, ...FACE, '-o', out, '--no-fit')).rejects.toThrow(
    /^INPUT_ERROR: The file is WebP/,
  )
  await run('face-reshape', photo, ...FACE, '-o', out)
  const written = await sharp(await readFile(out)).metadata()
  expect(written).toMatchObject({ format: 'webp', width: 400, height: 480 })
})

test('a PNG of 16 bits that need not be fitted gives one of 16 bits', async () => {
  const face = sharp(await readFile(at('face.jpg'))).toColourspace('rgb16')
  await writeFile(at('deep.png'), await face.png().toBuffer())
  await run('face-reshape', at('deep.png'), ...FACE, '-o', at('reshaped.png'))
  const { width, height } = await sharp(at('face.jpg')).metadata()
  const result = await sharp(at('reshaped.png')).metadata()
  expect(result).toMatchObject({ depth: 'ushort', width, height })
})

test('a result that shows more than its source keeps its own size when the source was fitted', async () => {
  const out = at('wider.jpg')
  const small = at('small.png')
  await sharp(at('wall.png')).resize(100).toFile(small)
  const box = { width: 100, height: 100, x: 0, y: 0 }
  const crop = Object.entries(box).map(([name, value]) => [`crop_input_${name}`, value])
  const placed = Object.entries({ ...box, x: 10 }).map(([name, value]) => [`input_${name}`, value])
  const size = { output_width: 120, output_height: 100 }
  const params = JSON.stringify({ ...size, ...Object.fromEntries([...crop, ...placed]) })
  await run('out-paint', small, '--params', params, '-o', out)
  expect(await sharp(await readFile(out)).metadata()).toMatchObject({ width: 120, height: 100 })
})

test('an effect that gives no file prints its findings', async () => {
  const found = JSON.parse(await run('fitzpatrick-scale-analyzer', at('face.jpg')))
  expect(found).toMatchObject({ fitzpatrick_scale: expect.stringMatching(/^(I|II|III|IV|V|VI)$/) })
})

test('--debug writes what the engine made on the way, numbered in order, and changes no result', async () => {
  const [out, same, debug] = [at('reshaped.jpg'), at('same.jpg'), at('debug')]
  await run('face-reshape', at('face.jpg'), ...FACE, '-o', out, '--debug', debug)
  const [first, ...rest] = (await readdir(debug)).toSorted()
  expect(first).toMatch(/^001-face-displacement-longest-[0-9.]+-px\.png$/)
  expect(rest).toEqual([])
  expect(await sharp(join(debug, first!)).metadata()).toMatchObject({ format: 'png', channels: 3 })
  await run('face-reshape', at('face.jpg'), ...FACE, '-o', same)
  expect(await readFile(out)).toEqual(await readFile(same))
})
