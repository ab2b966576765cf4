import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { findFeature } from '../../../../catalog/features/features.ts'
import { explainParameters } from '../../../../catalog/issues/explain-parameters.ts'
import { findUnknownName, unknownNames } from '../../../../catalog/issues/find-unknown-name.ts'
import { judgeParameters } from '../../../../catalog/recipe/judge/judge-parameters.ts'
import { judgeRecipe } from '../../../../catalog/recipe/judge/judge-recipe.ts'

const slim = { feature: 'body-reshape', parameters: { features: { slim: 1 } } }
const hair = { feature: 'hair-transfer' }
const REF = { ref: { url: 'https://example.com/a.jpg' } }
const analysis = { feature: 'fitzpatrick-scale-analyzer' }

/** What is wrong with a recipe: where, and the rule. */
function problemsOf(recipe: object) {
  const { problems, recipe: good } = judgeRecipe(recipe)
  expect(good === undefined).toBe(problems.length > 0)
  return problems.map(({ path, words }) => `${path.join('.')}: ${words}`)
}
const steps = (...given: object[]) => problemsOf({ steps: given })

test('everybody is for the last step, or for pictures that are put together', () => {
  const all = { ...slim, target: 'all' }
  expect(steps(all)).toEqual([])
  expect(steps(slim, all)).toEqual([])
  expect(steps({ ...all, together: true }, slim)).toEqual([])
  expect(steps(all, slim)).toEqual([
    'steps.0.target: steps[0].target can be all only in the last step, or with together.',
  ])
  const together = (place: number) =>
    `steps.${place}.together: steps[${place}].together is for pictures with target all.`
  expect(steps({ ...slim, together: true })).toEqual([together(0)])
  expect(steps({ ...analysis, target: 'all', together: true })).toEqual([together(0)])
})

test('a format is for pictures, and a size of the service for results of one task each', () => {
  const format = { format: 'png' }
  expect(problemsOf({ steps: [slim], output: format })).toEqual([])
  expect(problemsOf({ steps: [slim, analysis], output: format })).toEqual([
    'output.format: output.format is for pictures; fitzpatrick-scale-analyzer gives none.',
  ])
  const together = { ...slim, target: 'all', together: true }
  expect(problemsOf({ steps: [slim, together], output: { size: 'service' } })).toEqual([
    'output.size: steps with together need output.size source.',
  ])
  expect(problemsOf({ steps: [together], output: { size: 'source' } })).toEqual([])
  expect(problemsOf({ steps: [slim], output: { size: 'service' } })).toEqual([])
})

const TEMPLATE = findFeature('hair-transfer')!.templates![1]!.id
const input = (role: string, rule: string) =>
  `steps.0.inputs.${role}: steps[0].inputs.${role} ${rule}`

test.each<[string, object, string[]]>([
  ['a template', { ...hair, parameters: { template_id: TEMPLATE } }, []],
  ['a file', { ...hair, inputs: REF }, []],
  ['neither', hair, [input('ref', 'is required without a template_id.')]],
  [
    'both',
    { ...hair, parameters: { template_id: TEMPLATE }, inputs: REF },
    [input('ref', 'and parameters.template_id exclude each other.')],
  ],
  [
    'a template that there is not',
    { ...hair, parameters: { template_id: 'none' } },
    [
      'steps.0.parameters.template_id: steps[0].parameters.template_id is not a template of hair-transfer.',
    ],
  ],
  ['a file of no role', { ...slim, inputs: REF }, [input('ref', 'is not a file of body-reshape.')]],
  [
    'more files than one',
    { ...hair, inputs: { ref: [REF.ref, REF.ref] } },
    [input('ref', 'names more files than hair-transfer takes.')],
  ],
  ['a list of one file', { ...hair, inputs: { ref: [REF.ref] } }, []],
  ['a file too few', { feature: 'bg-replace-vid' }, [input('ref', 'is required.')]],
])('a step with %s', (_, step, expected) => {
  expect(steps(step)).toEqual(expected)
})

test('as many files as a role takes are taken', () => {
  const feature = findFeature('cloth-v3')!
  for (const [role, { maxCount = 1 }] of Object.entries(feature.files)) {
    if (role === 'src') continue
    const files = (count: number) => Array.from({ length: count }, () => REF.ref)
    const told = (count: number) =>
      steps({ feature: 'cloth-v3', inputs: { [role]: files(count) } }).filter((line) =>
        line.includes('more files'),
      )
    expect([told(maxCount).length, told(maxCount + 1).length]).toEqual([0, 1])
  }
})

const reshape = findFeature('body-reshape')!

function judge(parameters: object, target = 'largest', feature = reshape) {
  const given = { parameters, target } as never
  const { kept, problems } = judgeParameters(feature, given, ['parameters'])
  return { kept, problems: problems.map(({ path, words }) => `${path.join('.')}: ${words}`) }
}

test('whom a step works on its target says, and an index says nothing else', () => {
  const features = { slim: 1 }
  const told = [
    `parameters.index: parameters.index is chosen by the step's target: leave it away, or say "target": "index:2".`,
  ]
  expect(judge({ features, index: 2 }).problems).toEqual(told)
  expect(judge({ features, index: 2 }, 'index:2').problems).toEqual([])
  expect(judge({ features, index: 2 }, 'index:1').problems).toEqual(told)
  expect(judge({ features }, 'index:1').problems).toEqual([])
  // A feature that works on nobody of several has no such parameter.
  const video = findFeature('bg-replace-vid')!
  expect(judge({ index: 2 }, 'largest', video).problems).toEqual([
    'parameters.index: parameters.index is not a field of this object.',
  ])
})

test('parameters are kept as the stores hold them, with defaults, where they fit so', () => {
  expect(judge({ features: { slim: 1e-200, leg: 5 } }).kept).toMatchObject({
    features: { slim: 0, leg: 5 },
    version: '1.0',
  })
  const zero = judge({ features: { slim: 1e-200 } })
  expect([zero.kept, zero.problems.length]).toEqual([undefined, 1])
  const replace = findFeature('obj-replace')!
  const half = judge({ prompt: 'a \ud800' }, 'largest', replace)
  expect(half).toEqual({
    problems: ["parameters: parameters.prompt doesn't match the required format."],
  })
})

const SCHEMA = z.object({
  one: z.optional(z.object({ two: z.number() })),
  many: z.array(z.object({ three: z.string() })),
  any: z.unknown(),
})

test.each<[unknown, string[]]>([
  [{ one: { two: 1 }, many: [{ three: '' }], any: { four: 4 } }, []],
  [{ one: { to: 1 } }, ['one.to of two']],
  [{ many: [{ three: '' }, { tree: '' }] }, ['many.1.tree of three']],
  [{ many: { 0: { tree: '' } } }, []],
  [{ any: [{ x: 1 }], other: 1 }, ['other of one,many,any']],
  [{ toString: 1 }, ['toString of one,many,any']],
  [{ one: null, many: null }, []],
  [{ one: [{ to: 1 }] }, []],
  [[{ one: 1 }], []],
  ['text', []],
  [null, []],
])('of %j these names are unknown: %j', (value, names) => {
  const found = [...unknownNames(SCHEMA, value)]
  expect(found.map(({ path, known }) => `${path.join('.')} of ${known}`)).toEqual(names)
  expect(findUnknownName(SCHEMA, value)?.name).toBe(found[0]?.name)
})

test('parameters are explained: an unknown name first, then the first rule', () => {
  expect(explainParameters(reshape, { features: { slin: 1 } })).toBe(
    'features.slin is not a field of this object. Did you mean slim?',
  )
  expect(explainParameters(reshape, { version: '1.0', features: { slim: 101 } })).toBe(
    'features.slim is above the allowed maximum. At most 100 is allowed.',
  )
  expect(explainParameters(reshape, { version: '1.0', features: { slim: 1 } })).toBeUndefined()
})

test('of more than eight steps the first eight are judged', () => {
  const wrong = { feature: 'body-reshape', parameters: { features: {} } }
  const places = (...given: object[]) => steps(...given).map((problem) => problem.split(':')[0])
  const seven = Array<object>(7).fill(slim)
  expect(places(...seven, wrong)).toEqual(['steps.7.parameters.features'])
  expect(places(...seven, slim, wrong)).toEqual(['steps'])
})
