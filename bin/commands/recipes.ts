import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { Command } from 'commander'
import pMap from 'p-map'
import { PERFORMED_FEATURES } from '../../catalog/features/performed-features.ts'
import { lackOfGenerator } from '../../catalog/generator/require-generator.ts'
import { isCompanion } from '../../catalog/recipe/companions.ts'
import { INPUTS_PREFIX } from '../../catalog/recipe/shape/key-prefixes.ts'
import type { Recipe, RecipeStep } from '../../catalog/recipe/shape/recipe.ts'
import { isRecipeSchema, RECIPE_NAME } from '../../catalog/recipe/shape/recipe-name.ts'
import { recipeJsonSchema } from '../../catalog/recipe/shape/recipe-schema.ts'
import { checkRecipe } from '../../functions/operate/recipes/check-recipe.ts'
import { deleteRecipe } from '../../functions/operate/recipes/delete-recipe.ts'
import { listRecipes, loadRecipe } from '../../functions/operate/recipes/load-recipe.ts'
import { pipelineCommand } from '../connection/pipeline-command.ts'
import { dropFile } from '../drop/drop-file.ts'
import { findFiles } from '../drop/find-files.ts'
import { explainError } from '../program/explain-error.ts'
import { say, sayJson } from '../program/say.ts'

/** `darkroom recipes`: what can be done to dropped files. */
export function recipes(): Command {
  return new Command('recipes')
    .description('check, try, put, list, show and delete recipes, and put the files they name')
    .addCommand(check())
    .addCommand(tryOut())
    .addCommand(put())
    .addCommand(input())
    .addCommand(list())
    .addCommand(show())
    .addCommand(remove())
    .addCommand(schema())
}

/** Needs no pipeline: what is checked is the file. */
function check(): Command {
  return new Command('check')
    .description('check recipe files against the catalogue')
    .argument('<files...>')
    .action(async (given: string[]) => {
      const files = given.filter((file) => !isRecipeSchema(file))
      let unusable = 0
      for (const file of files) {
        const { plan, problems } = await judgeFile(file).catch((error: unknown) => ({
          plan: undefined,
          problems: [explainError(error)],
        }))
        if (!plan) unusable += 1
        say(...(plan ? [`${file}: ${stepsOf(plan)}`, ...returnsOf(plan)] : problems))
      }
      if (unusable > 0) throw new Error(`${unusable} of ${files.length} recipes cannot be used.`)
    })
}

/** Needs no pipeline: the recipe is carried out on this machine. */
function tryOut(): Command {
  return new Command('try')
    .description(
      'say what a recipe would do to files, by trying it on this machine; nothing is kept or paid',
    )
    .argument('<recipe>', 'a recipe file')
    .argument('<paths...>', 'files, folders with all below them, or quoted patterns')
    .option('--json', 'print JSON')
    .action(async (file: string, paths: string[], { json }: { json?: true }) => {
      const { plan } = await readRecipe(file)
      const { files } = await findFiles(paths)
      const sources = files.filter(({ name }) => !isCompanion(plan, name))
      // The engine and its networks, which no other of these commands should wait for.
      const { countLooks, lookAtFiles } = await import('../pictures/look-at-files.ts')
      const looks = await lookAtFiles(sources, plan, (line) => {
        if (!json) say(line)
      })
      if (json) sayJson(looks)
      else say(countLooks(looks, plan))
    })
}

function schema(): Command {
  return new Command('schema')
    .description('print the JSON Schema of recipes, for editors')
    .action(() => sayJson(recipeJsonSchema()))
}

function put() {
  return pipelineCommand<{ name?: string }>(
    'put <file>',
    'check a recipe and let files be dropped under it',
    async ({ s3, at }, { name: given }, file = '') => {
      const name = given ?? basename(file, '.json')
      if (!RECIPE_NAME.test(name)) {
        throw new Error(`"${name}" is no recipe name: a–z, 0–9 and -, 64 characters at most.`)
      }
      const { text, plan } = await readRecipe(file)
      const unperformed = unperformedIn(plan)
      await s3.send(
        new PutObjectCommand({
          Bucket: at.dropBucket,
          Key: `recipes/${name}.json`,
          Body: text,
          ContentType: 'application/json',
        }),
      )
      const drop = `s3://${at.dropBucket}/drop/${name}/`
      const warnings = unperformed.map(
        (feature) => `${name}: ${feature} is a feature${UNPERFORMED}; files are refused there.`,
      )
      if (plan.steps.some(takesGenerator)) {
        warnings.push(`${name}: a prompt${TAKES_GENERATOR}; files are refused where there is none.`)
      }
      return {
        lines: [`${name}: drop files under ${drop}`, ...warnings],
        json: { name, drop, unperformed },
      }
    },
  ).option('--name <name>', 'name of the recipe, by default that of the file')
}

/** Recipes name files as objects under `inputs/`: a background, a reference. */
function input() {
  return pipelineCommand<{ name?: string }>(
    'input <file>',
    'put a file that recipes name, such as inputs/background.jpg',
    async (clients, { name = '' }, file = '') => {
      const key = `${INPUTS_PREFIX}${name || basename(file)}`
      await dropFile({ path: file, key }, '', clients)
      return { lines: [`${key}: recipes find it`], json: { key } }
    },
  ).option('--name <name>', 'its name below inputs/, by default that of the file')
}

function list() {
  return pipelineCommand(
    'list',
    'list the recipes files can be dropped under',
    async ({ s3, at }) => {
      const names = await listRecipes({ s3, bucket: at.dropBucket })
      const marked = await pMap(
        names,
        async (name) => {
          const plan = await loadRecipe(name, { s3, bucket: at.dropBucket }).catch(() => undefined)
          if (!plan) return `${name}  (cannot be used: darkroom recipes show ${name})`
          const unperformed = unperformedIn(plan)
          return unperformed.length > 0
            ? `${name}  (${unperformed.join(', ')}${UNPERFORMED})`
            : name
        },
        { concurrency: 8 },
      )
      return { lines: marked, json: names }
    },
  )
}

function show() {
  return pipelineCommand(
    'show <name>',
    'show a recipe with everything it leaves out filled in',
    async ({ s3, at }, _, name = '') => {
      const plan = await loadRecipe(name, { s3, bucket: at.dropBucket })
      return { lines: JSON.stringify(plan, null, 2).split('\n'), json: plan }
    },
  )
}

function remove() {
  return pipelineCommand(
    'delete <name>',
    'delete a recipe; jobs that have begun keep it',
    async ({ s3, at }, _, name = '') => {
      await deleteRecipe(name, { s3, bucket: at.dropBucket })
      return { lines: [`${name} is deleted; files dropped under it are refused.`], json: { name } }
    },
  )
}

/** Throws for a recipe that cannot be used, with its first problem. */
async function readRecipe(file: string): Promise<{ text: string; plan: Recipe }> {
  const { text, plan, problems } = await judgeFile(file)
  if (plan) return { text, plan }
  const more = problems.length - 1
  const rest = more > 0 ? ` And ${more} more: darkroom recipes check ${file}` : ''
  throw new Error(`${problems[0]}${rest}`)
}

/** A recipe file, and everything that is wrong with it, each with its line and column as compilers write them. */
async function judgeFile(
  file: string,
): Promise<{ text: string; plan?: Recipe | undefined; problems: string[] }> {
  const text = await readFile(file, 'utf8')
  const { recipe, problems } = checkRecipe(text)
  return {
    text,
    plan: recipe,
    problems: problems.map(({ line, column, words }) => `${file}:${line}:${column}: ${words}`),
  }
}

/** What is said of a feature that Darkroom's own service does not carry out; another service may. */
const UNPERFORMED = ', which our own service does not carry out'

/** What is said of a prompt that asks for more than the engine does by itself. */
const TAKES_GENERATOR = ' asks for what takes a generator'

function takesGenerator(step: RecipeStep): boolean {
  return lackOfGenerator(step, undefined) !== undefined
}

function isPerformed(feature: string): boolean {
  return PERFORMED_FEATURES.has(feature)
}

function unperformedIn({ steps }: Recipe): string[] {
  return steps.map(({ feature }) => feature).filter((feature) => !isPerformed(feature))
}

/** What is said of a recipe by which files come back untouched. */
function returnsOf({ onRefusal }: Recipe): string[] {
  if (onRefusal !== 'original') return []
  return [
    '  Files that do not suit come back as they were dropped, with their EXIF and place, unmarked.',
  ]
}

function stepsOf({ steps }: Recipe): string {
  return steps
    .map(
      (step) =>
        `${step.feature} (${step.target})${isPerformed(step.feature) ? '' : UNPERFORMED}` +
        (takesGenerator(step) ? `, whose prompt${TAKES_GENERATOR}` : ''),
    )
    .join(', then ')
}
