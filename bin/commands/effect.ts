import { writeFile } from 'node:fs/promises'
import { Command, Option } from 'commander'
import { FEATURES, findFeature } from '../../catalog/features/features.ts'
import { takesIndex } from '../../catalog/features/takes-index.ts'
import { parseJsonText } from '../../catalog/json/parse-json-text.ts'
import { hasFileResult } from '../../catalog/tasks/output-format.ts'
import type { MetadataChoice } from '../../metadata/exif/kept-metadata.ts'
import { wholeNumber } from '../connection/data-option.ts'
import {
  type GeneratorOptions,
  generatorIn,
  generatorOptions,
} from '../pictures/generator-option.ts'
import { withDebugFolder } from '../pictures/with-debug-folder.ts'
import { requireWritable } from '../program/require-writable.ts'
import { say, sayJson } from '../program/say.ts'

type Options = {
  params: Record<string, unknown>
  index?: number
  ref: string[]
  mask?: string
  out?: string
  json?: true
  debug?: string
  fit: boolean
  metadata: MetadataChoice
} & GeneratorOptions

/** `darkroom effect FEATURE IMAGE`: one effect on files of this machine, without a running stack. */
export function effect(): Command {
  const command = new Command('effect')
    .description('apply an effect to a picture on this machine, without a running stack')
    .argument('<feature>', FEATURES.map(({ name }) => name).join(', '))
    .argument(
      '<image>',
      'jpg or png, of effects on videos mp4; also heic, webp, avif, tiff or mov, and larger than the effect takes',
    )
    .option('--params <json>', `e.g. '{"features":{"slim":-60}}'`, parseObject, {})
    .option(
      '--index <n>',
      'which of the people found, from the left',
      wholeNumber('--index', 0, 99),
    )
    .option('--ref <file>', 'a reference picture; may be given several times', collect, [])
    .option('--mask <file>', 'a mask')
    .option('-o, --out <file>', 'where the result goes; its format is the source’s')
    .option('--fit', 'scale, convert and crop files to what the effect takes', true)
    .option('--no-fit', 'refuse files that the service would refuse')
    .addOption(
      new Option(
        '--metadata <choice>',
        'what of the picture’s metadata the result keeps: none; keep-safe, who made it, what it is of, camera, date ' +
          'and exposure; keep, all of it, place and serial numbers too',
      )
        .choices(['none', 'keep-safe', 'keep'])
        .default('none'),
    )
    .option('--json', 'print what the task would answer as JSON')
    .option(
      '--debug <folder>',
      'write intermediate masks, fields and pictures as PNG into a folder',
    )
    .addHelpText('after', '\nThe parameters of each effect stand in docs/effects.md.')
  for (const option of generatorOptions()) command.addOption(option)
  return command.action(async (name: string, image: string, options: Options) => {
    const { params, index, ref: refs, mask, out, json, debug, fit, metadata } = options
    const feature = findFeature(name)
    if (!feature) {
      const names = FEATURES.map((each) => each.name).join(', ')
      throw new Error(`There is no effect "${name}"; there are ${names}.`)
    }
    if (index !== undefined && !takesIndex(feature)) throw new Error(`${name} takes no --index.`)
    if (hasFileResult(feature)) {
      if (out === undefined) throw new Error(`${name} gives a file: say with -o where it goes.`)
      await requireWritable(out)
    }
    const files = { image, refs, ...(mask !== undefined && { mask }) }
    const asked = { ...params, ...(index !== undefined && { index }) }
    // The engine takes as long to load as everything else together, which no other command should wait for.
    const { applyEffect } = await import('../pictures/apply-effect.ts')
    const { results, output, models, generations } = await withDebugFolder(debug, () =>
      applyEffect(feature, files, asked, { fit, metadata, generator: generatorIn(options) }),
    )
    if (output && out !== undefined) await writeFile(out, output.bytes)
    const file = output && { out, contentType: output.contentType }
    const used = {
      ...(models && { models }),
      ...(generations.length > 0 && { generations }),
    }
    if (json || !output) sayJson({ ...file, ...results, ...used }, 0)
    else if (out !== undefined) say(out)
  })
}

function collect(file: string, before: string[]): string[] {
  return [...before, file]
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = parseJsonText(text)
  } catch {
    throw new Error('--params is not JSON.')
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw new Error('--params must be a JSON object.')
}
