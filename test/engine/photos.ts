import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, test } from 'vitest'
import { openPicture } from '../../engine/media/open-picture.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { LIMITS } from './media/paint.ts'

/** The folder of reference photographs beside the project, which are not part of it. */
const FOLDER = fileURLToPath(new URL('../../../shared/photos/', import.meta.url))

/** Whether a photograph is there. */
export function hasPhoto(name: string): boolean {
  return existsSync(FOLDER + name)
}

export function readPhoto(name: string): Buffer {
  return readFileSync(FOLDER + name)
}

export async function openPhoto(name: string): Promise<Picture> {
  return (await openPicture(readPhoto(name), LIMITS)).picture
}

/** Tests on photographs. Without the photographs they are skipped, and the title says why. */
export function describePhotos(title: string, tests: () => void): void {
  if (hasPhoto('')) describe(title, tests)
  else describe.skip(skipped(title), tests)
}

/** A test on one photograph. Without it the test is skipped, and the title says why. */
export function testPhoto(
  title: string,
  name: string,
  run: (photo: Picture) => Promise<void>,
): void {
  if (hasPhoto(name)) test(title, async () => run(await openPhoto(name)))
  else test.skip(skipped(title))
}

function skipped(title: string): string {
  return `${title} (skipped: no photographs in ../shared/photos)`
}
