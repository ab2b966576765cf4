import { access, constants, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Command } from 'commander'
import { FEATURES, featureNamed } from '../../catalog/features.ts'
import { givesFile } from '../../catalog/gives-file.ts'
import { applyEffect } from '../apply-effect.ts'
import { wholeNumber } from '../data-option.ts'

type Options = {
  params: Record<string, unknown>
  index?: number
  ref: string[]
  mask?: string
  out?: string
  json?: true
}

/** `darkroom effect FEATURE IMAGE`: one effect on files of this machine, without a running stack. */
export const effect = (): Command =>
  new Command('effect')
    .description('apply an effect to a picture on this machine, without a running stack')
    .argument('<feature>', FEATURES.map(({ name }) => name).join(', '))
    .argument('<image>', 'jpg or png')
    .option('--params <json>', `e.g. '{"features":{"slim":-60}}'`, parseObject, {})
    .option(
      '--index <n>',
      'which of the people found, from the left',
      wholeNumber('--index', 0, 99),
    )
    .option('--ref <file>', 'a reference picture; may be given several times', collect, [])
    .option('--mask <file>', 'a mask')
    .option('-o, --out <file>', 'where the result goes; its format is the source’s')
    .option('--json', 'print what the task would answer as JSON')
    .action(async (name: string, image: string, options: Options) => {
      const { params, index, ref: refs, mask, out, json } = options
      const feature = featureNamed(name)
      if (!feature) {
        const names = FEATURES.map((each) => each.name).join(', ')
        throw new Error(`There is no effect "${name}"; there are ${names}.`)
      }
      if (givesFile(feature)) await requireWritable(out, name)
      const { results, output } = await applyEffect(
        feature,
        { image, refs, ...(mask !== undefined && { mask }) },
        { ...params, ...(index !== undefined && { index }) },
      )
      if (output && out !== undefined) await writeFile(out, output.bytes)
      const file = output && { out, contentType: output.contentType }
      if (json || !output) console.log(JSON.stringify({ ...file, ...results }))
      else console.log(out)
    })

/** A result that cannot be written is not worth the wait. */
async function requireWritable(out: string | undefined, name: string): Promise<void> {
  if (out === undefined) throw new Error(`${name} gives a file: say with -o where it goes.`)
  const isThere = await access(out).then(
    () => true,
    () => false,
  )
  await access(isThere ? out : dirname(out), constants.W_OK).catch((cause: unknown) => {
    throw new Error(`${out} cannot be written.`, { cause })
  })
}

function collect(file: string, before: string[]): string[] {
  return [...before, file]
}

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
