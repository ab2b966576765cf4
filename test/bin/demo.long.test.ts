import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { productNamed } from '../../samples/all-products.ts'
import { bust } from '../../samples/bust.ts'
import { drawProduct } from '../../samples/draw-product.ts'
import { run } from '../first-hour/run-command.ts'
import { startRun } from '../stack/start-run.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'demo-test-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a demo whose result is no picture leaves it as it is', async () => {
  const [photo, out] = [join(folder, 'portrait.png'), join(folder, 'out')]
  writeFileSync(photo, (await bust('amara', { face: 0.3 })).png)
  const args = ['bin/darkroom.ts', 'demo', photo, '--recipe', 'skin-type', '--out', out]
  const printed = await run(process.execPath, args, PROJECT_ROOT)
  expect(printed).toContain(`Wrote after.json and receipt.json to ${out}`)
  expect(printed.trim().split('\n').at(-1)).toContain('start, and the demo again with --keep.')
  expect(readdirSync(out)).toEqual(['after.json', 'receipt.json'])
})

test('a demo takes what its recipe needs from beside the photo, and says at once what is not there', async () => {
  const [photo, out] = [join(folder, 'maren.png'), join(folder, 'worn')]
  const beside = join(folder, 'maren.necklace.png')
  writeFileSync(photo, (await bust('maren', { face: 0.3 })).png)
  const demo = (...photos: string[]): Promise<string> => {
    const args = ['bin/darkroom.ts', 'demo', ...photos, '--recipe', 'wear-necklace', '--out', out]
    return run(process.execPath, args, PROJECT_ROOT)
  }
  await expect(demo()).rejects.toThrow('photo.jpg with photo.necklace.png beside it')
  await expect(demo(photo)).rejects.toThrow(`needs maren.necklace.png beside ${photo}`)
  writeFileSync(beside, await drawProduct(productNamed('pearls')))
  const printed = await demo(photo)
  expect(printed).toContain(`Dropping ${photo} and ${beside} under the recipe wear-necklace.`)
  expect(readdirSync(out)).toContain('after.png')
})

test('a demo takes the fixed objects that its recipe names from beside the photo, too', async () => {
  const [photo, out] = [join(folder, 'henrik.png'), join(folder, 'earring')]
  const beside = join(folder, 'earring.png')
  writeFileSync(photo, (await bust('maren', { face: 0.3 })).png)
  const args = ['bin/darkroom.ts', 'demo', photo, '--recipe', 'wear-earring', '--out', out]
  const demo = () => run(process.execPath, args, PROJECT_ROOT)
  await expect(demo()).rejects.toThrow(`needs earring.png beside ${photo}`)
  writeFileSync(beside, await drawProduct(productNamed('drop')))
  expect(await demo()).toContain(`Dropping ${photo} and ${beside} under the recipe wear-earring.`)
  expect(readdirSync(out)).toContain('after.png')
})

test('a demo that is kept drops into the run that goes on, and ends with the link to its job', async () => {
  const [dataDir, out] = [join(folder, 'run'), join(folder, 'kept')]
  const going = await startRun({}, { console: true, dataDir })
  try {
    const args = ['bin/darkroom.ts', 'demo', '--keep', '--data', dataDir, '--out', out]
    const printed = await run(process.execPath, args, PROJECT_ROOT)
    const link = /Open the job: (\S+)\s*$/.exec(printed)?.[1] ?? ''
    const { pathname, hash, origin } = new URL(link)
    expect(pathname).toMatch(/^\/console\/jobs\/job-[0-9a-f]{40}$/)
    expect([origin, hash]).toEqual([
      new URL(String(going.at.consoleUrl)).origin,
      new URL(String(going.at.consoleUrl)).hash,
    ])
    expect((await fetch(origin + pathname)).status).toBe(200)
  } finally {
    await going.close()
  }
})
