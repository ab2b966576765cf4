import { GetObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { PERFORMED_FEATURES } from '../../../catalog/features/performed-features.ts'
import { offerOf, parseGeneratorSettings } from '../../../catalog/generator/generator-settings.ts'
import { lackOfGenerator } from '../../../catalog/generator/require-generator.ts'
import { parseJsonText } from '../../../catalog/json/parse-json-text.ts'
import { parseRecipe } from '../../../catalog/recipe/judge/parse-recipe.ts'
import { RECIPE_NAME } from '../../../catalog/recipe/shape/recipe-name.ts'
import type { Finding } from './finding.ts'
import type { Site } from './site.ts'

const check = 'recipes'
const KEY = /^recipes\/([^/]+)\.json$/

/** Recipes that cannot be used, and those that ask our own service for what it does not carry out. */
export async function checkRecipes(site: Site): Promise<Finding[]> {
  const { s3, at } = site.pipeline
  const findings: Finding[] = []
  let usable = 0
  const pages = paginateListObjectsV2({ client: s3 }, { Bucket: at.dropBucket, Prefix: 'recipes/' })
  for await (const { Contents = [] } of pages) {
    for (const { Key = '' } of Contents) {
      const name = KEY.exec(Key)?.[1]
      if (name === undefined || !RECIPE_NAME.test(name)) continue
      const found = await recipeFinding(site, name, Key)
      if (found) findings.push(found)
      else usable += 1
    }
  }
  if (usable > 0)
    return [...findings, { level: 'ok', check, says: `${usable} recipes can be used.` }]
  return [
    ...findings,
    {
      level: 'warning',
      check,
      says: 'There is no recipe that can be used.',
      todo: 'Put one with `darkroom recipes put <file>`.',
    },
  ]
}

async function recipeFinding(site: Site, name: string, Key: string): Promise<Finding | undefined> {
  const { s3, at } = site.pipeline
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: at.dropBucket, Key }))
    const { steps } = parseRecipe(parseJsonText((await Body?.transformToString()) ?? ''))
    const missing = site.service
      ? steps.map(({ feature }) => feature).filter((feature) => !PERFORMED_FEATURES.has(feature))
      : []
    const settings = parseGeneratorSettings(site.generator?.settings)
    const [lack] = site.service
      ? steps.flatMap((step) => lackOfGenerator(step, settings && offerOf(settings)) ?? [])
      : []
    if (missing.length === 0 && lack !== undefined) {
      const todo = 'Change the prompt, or configure a generator; every drop under it is refused.'
      return { level: 'warning', check, says: `The recipe ${name} is refused: ${lack}`, todo }
    }
    if (missing.length === 0) return undefined
    return {
      level: 'warning',
      check,
      says: `The recipe ${name} asks for ${[...new Set(missing)].join(', ')}, which this service does not carry out.`,
      todo: `Remove it (\`aws s3 rm s3://${at.dropBucket}/${Key}\`), or drive a provider that does.`,
    }
  } catch (error) {
    return {
      level: 'warning',
      check,
      says: `The recipe ${name} cannot be used: ${site.explain(error)}`,
      todo: `Mend it, see \`darkroom recipes check\`, and put it again; every drop under it fails.`,
    }
  }
}
