import { readFile } from 'node:fs/promises'
import type { PictureRule } from '../../catalog/files/file-rule.ts'
import type { Engine } from '../../engine/perform.ts'
import { preparePicture } from '../../engine/prepare/prepare-picture.ts'

/** The bytes of a photograph as the pipeline sends it. */
export async function preparePhoto(
  engine: Engine,
  source: string,
  rule: PictureRule,
): Promise<Uint8Array> {
  const into = `${source}.prepared.jpg`
  const made = await preparePicture({ source, rule, into }, engine)
  return await readFile(made ? into : source)
}
