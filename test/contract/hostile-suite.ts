import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FEATURES, stagesOf, taskPath } from '../../catalog/features/features.ts'
import { BODIES } from '../catalog/tasks/bodies.ts'
import { fc } from '../setup/random.ts'
import type { Ask } from './ask.ts'
import { expectRefusal } from './expect-refusal.ts'
import { idleWorker, type Service, startService } from './start-service.ts'

const CREATIONS = [
  '/s2s/v2.0/file',
  '/s2s/v2.0/task/delete',
  ...FEATURES.flatMap((feature) => stagesOf(feature).map((stage) => taskPath(feature, stage))),
]

function deep(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`
}
function nested(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
}

/** Bodies that are not a JSON object, or that are made to break a parser. */
const WHOLE_BODIES: [string, string | Uint8Array][] = [
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['a number', '1e999'],
  ['cut off', '{"version":'],
  ['lists 10,000 deep', deep(10_000)],
  ['lists 400,000 deep', deep(400_000)],
  ['objects 10,000 deep', nested(10_000)],
  ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
  ['a byte order mark', '\ufeff{}'],
  ['NUL', '\0'],
  ['a prototype', '{"__proto__":{"src_file_url":"https://example.com/a.jpg","version":"1.0"}}'],
  ['a constructor', '{"constructor":{"prototype":{"admin":true}}}'],
]

/** JSON values that no field expects, as text because some of them are not JavaScript values. */
const VALUES = [
  'null',
  'true',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '[]',
  '[[]]',
  '{}',
  '{"__proto__":{"x":1}}',
  '{"toString":1,"valueOf":1,"length":-1}',
  '0',
  '-0',
  '-1',
  '1e999',
  '-1e999',
  '1e-400',
  '9007199254740993',
  '0.1',
  '"NaN"',
  '"1.0 "',
  '"javascript:alert(1)"',
  '"file:///etc/passwd"',
  '"http://[::1"',
  `"https://example.com/${'a'.repeat(5000)}"`,
  `"${'x'.repeat(100_000)}"`,
  deep(5_000),
  nested(5_000),
  `[${'0,'.repeat(50_000)}0]`,
]

function fieldsOf(name: string): string[] {
  return [...Object.keys(BODIES[name]!), 'src_file_id', 'template_id', 'index', '__proto__']
}

/** A valid body with one field, at any depth, replaced. */
function spoilt(name: string) {
  return fc
    .record({ field: fc.constantFrom(...fieldsOf(name)), value: fc.constantFrom(...VALUES) })
    .map(({ field, value }) => {
      const { [field]: _, ...rest } = BODIES[name]!
      return `${JSON.stringify(rest).slice(0, -1)},${JSON.stringify(field)}:${value}}`
    })
}

/** A valid body with one leaf, at any depth, replaced. */
function spoiltInside(name: string) {
  return fc.tuple(fc.nat(), fc.constantFrom(...VALUES)).map(([pick, value]) => {
    const text = JSON.stringify(BODIES[name])
    const leaves = [...text.matchAll(/(?<=[:[,])("[^"]*"|-?[\d.]+)(?=[,\]}])/g)]
    const leaf = leaves[pick % leaves.length]!
    return text.slice(0, leaf.index) + value + text.slice(leaf.index + leaf[0].length)
  })
}

/** How often each kind of request is made. */
export type Runs = {
  /** Routes that get each body that is no object. */
  whole: number
  /** Routes that get a body of 7 MB. */
  large: number
  /** For each feature: bodies with one wrong field. */
  field: number
  detection: number
  /** For each feature and kind of body. */
  accepted: number
  any: number
}

/** Sends what no client should to every route. */
export function hostileSuite(runs: Runs): void {
  let service: Service
  let ask: Ask

  beforeAll(async () => {
    service = await startService({ intercept: idleWorker })
    // An account without units: a request that passes every check is refused before a task is created.
    ask = (await service.account(0)).ask
  })
  afterAll(() => service?.close())

  describe('hostile bodies', () => {
    test.each(WHOLE_BODIES)('%s is refused', async (_, body) => {
      for (const path of CREATIONS.slice(0, runs.whole)) {
        expectRefusal(await ask('POST', path, { body }))
      }
    })

    test('7 MB are refused before they are parsed', async () => {
      const bodies = [`{"a":"${'x'.repeat(7_000_000)}"}`, 'x'.repeat(7_000_000)]
      for (const [at, path] of CREATIONS.slice(0, runs.large).entries()) {
        const answer = await ask('POST', path, { body: bodies[at % 2] })
        expectRefusal(answer)
        expect(answer.body.error_code).toBe('PayloadTooLarge')
      }
    })
  })

  describe.each(FEATURES)('whatever a field of $name holds', (feature) => {
    test('are refused in the wire format', async () => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(spoilt(feature.name), spoiltInside(feature.name)), async (body) =>
          expectRefusal(await ask('POST', taskPath(feature, 'effect'), { body })),
        ),
        { numRuns: runs.field },
      )
    })
  })

  test('any detection request is a task or refused in the wire format', async () => {
    const paths = CREATIONS.filter((path) => path.endsWith('/pre-process'))
    const body = fc
      .record({ field: fc.constantFrom('src_file_url', 'src_file_id', '__proto__', 'version') })
      .chain(({ field }) => fc.constantFrom(...VALUES).map((value) => `{"${field}":${value}}`))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), body, async (path, text) => {
        const answer = await ask('POST', path, { body: text })
        if (answer.status !== 200) expectRefusal(answer)
      }),
      { numRuns: runs.detection },
    )
  })

  test('nothing reaches the engine that the catalogue does not accept', async () => {
    const rich = await service.account(1_000_000)
    const made = new Set<string>()
    for (const feature of FEATURES) {
      const { name } = feature
      const more = fc
        .dictionary(fc.string(), fc.jsonValue())
        .map((fields) => JSON.stringify({ ...fields, ...BODIES[name] }))
      // Each kind separately, so that none is left out by chance.
      for (const bodies of [spoilt(name), spoiltInside(name), more]) {
        await fc.assert(
          fc.asyncProperty(bodies, async (body) => {
            const answer = await rich.ask('POST', taskPath(feature, 'effect'), { body })
            if (answer.status !== 200) return expectRefusal(answer)
            const task = await service.tasks.get(answer.body.data!.task_id)
            const { files, parameters } = task!
            expect(feature.parameters.parse(parameters)).toEqual(parameters)
            expect(Object.keys(feature.files)).toEqual(expect.arrayContaining(Object.keys(files)))
            for (const file of Object.values(files).flat()) {
              expect('url' in file && file.url).toMatch(/^https?:/)
            }
            made.add(name)
          }),
          { numRuns: runs.accepted },
        )
      }
    }
    // A property that refuses everything would prove nothing.
    expect(made.size).toBe(FEATURES.length)
  })

  test('any JSON body is refused in the wire format', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...CREATIONS),
        fc.jsonValue({ maxDepth: 6 }),
        async (path, body) =>
          expectRefusal(await ask('POST', path, { body: JSON.stringify(body) })),
      ),
      { numRuns: runs.any },
    )
  })
}
