import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { FEATURES, featureNamed } from '../../catalog/features.ts'
import { wholeNumber } from '../data-option.ts'
import { readPictureFile } from '../read-picture-file.ts'
import { withEngine } from '../with-engine.ts'

type Options = { params: Record<string, unknown>; index?: number; out: string; json?: true }

/** `darkroom effect FEATURE IMAGE`: one effect on one file, without a running stack. */
export const effect = (): Command =>
  new Command('effect')
    .description('apply an effect to a picture on this machine, without a running stack')
    .argument('<feature>', FEATURES.map(({ name }) => name).join(', '))
    .argument('<image>', 'jpg or png')
    .requiredOption('--params <json>', `e.g. '{"features":{"slim":-60}}'`, parseObject)
    .option(
      '--index <n>',
      'which of the people found, from the left',
      wholeNumber('--index', 0, 99),
    )
    .requiredOption('-o, --out <file>', 'where the result goes; its format is the source’s')
    .option('--json', 'print the result’s facts as JSON')
    .action(async (name: string, image: string, { params, index, out, json }: Options) => {
      const feature = featureNamed(name)
      if (!feature) throw new Error(`There is no effect "${name}".`)
      const { results, output } = await withEngine(feature, async (engine) => {
        const src = await readPictureFile(image, feature.files.src)
        return engine.perform({
          feature: name,
          stage: 'effect',
          params: { ...params, ...(index !== undefined && { index }) },
          files: { src },
        })
      })
      if (!output) throw new Error(`The effect ${name} gives no file.`)
      await writeFile(out, output.bytes)
      console.log(json ? JSON.stringify({ out, contentType: output.contentType, ...results }) : out)
    })

function parseObject(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('--params is not JSON.')
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw new Error('--params must be a JSON object.')
}
