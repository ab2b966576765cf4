import { setImmediate as nextTurn } from 'node:timers/promises'
import { S3ServiceException } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import { type FoundFile, planDrop } from '../../../../functions/operate/drops/plan-drop.ts'
import { planFiles } from '../../../../functions/operate/drops/plan-files.ts'
import { scripted } from '../scripted.ts'

const SLIM = { feature: 'body-reshape', parameters: { features: { slim: 1 } } }
const masked = (msk: object) => ({
  feature: 'obj-replace',
  parameters: { prompt: 'remove' },
  inputs: { msk },
})
const COMPANION = masked({ companion: '{stem}.mask.png' })
const FIXED = masked({ object: 'inputs/mask.png' })
const VIDEO = {
  feature: 'bg-replace-vid',
  parameters: {},
  inputs: { ref: { object: 'inputs/b.jpg' } },
}

function missing() {
  return new S3ServiceException({
    name: 'NotFound',
    $fault: 'client',
    $metadata: { httpStatusCode: 404 },
  })
}

/** A drop bucket in which these keys lie, and a table in which every job has this status. */
function clientsWith(keys: readonly string[], status?: string) {
  const s3 = scripted({
    HeadObject: ({ Key }: { Key: string }) =>
      keys.includes(Key) ? { VersionId: `v-${Key}`, ETag: '"e"' } : Promise.reject(missing()),
    ListObjectsV2: () => ({ Contents: keys.map((Key) => ({ Key })) }),
  })
  const db = scripted({
    Get: ({ Key }: { Key: { id: string } }) => (status ? { Item: { id: Key.id, status } } : {}),
  })
  const at = { dropBucket: 'drop', jobsTable: 'jobs' }
  return { clients: { s3: s3.client, db: db.client, at } as never, asked: s3.asked }
}

type Asks = {
  steps?: object[]
  more?: object
  there?: string[]
  status?: string
  companionsLater?: boolean
  earlier?: string[]
}
const file = (name: string, video?: boolean): FoundFile => ({
  path: `/home/${name}`,
  name,
  size: 5,
  ...(video !== undefined && { video }),
})

function plan(files: FoundFile[], asks: Asks = {}) {
  const { steps = [SLIM], more, there = [], status, companionsLater = false, earlier } = asks
  const recipe = parseRecipe({ steps, ...more })
  const findEarlier = async ({ name }: FoundFile) =>
    earlier?.includes(name) ? ({ job: `job-${name}`, state: 'done' } as const) : undefined
  const asked = { name: 'slim', recipe, files, companionsLater, ...(earlier && { findEarlier }) }
  return planDrop(asked, clientsWith(there, status).clients)
}

test('each file is dropped under its key, for what its recipe costs', async () => {
  const found = await plan([file('a.jpg'), file('b/c.jpg')])
  expect(found).toEqual({
    sources: [
      { ...file('a.jpg'), key: 'drop/slim/a.jpg' },
      { ...file('b/c.jpg'), key: 'drop/slim/b/c.jpg' },
    ],
    earlier: new Map(),
    companions: [],
    left: [],
    warnings: [],
    units: { least: 2, most: 2 },
  })
})

test('what was dropped before costs nothing and is not looked at again', async () => {
  const asks = {
    earlier: ['a.jpg'],
    there: ['drop/slim/a.jpg', 'drop/slim/b.jpg'],
    status: 'running',
  }
  const found = await plan([file('a.jpg'), file('b.jpg')], asks)
  expect([...found.earlier]).toEqual([['drop/slim/a.jpg', { job: 'job-a.jpg', state: 'done' }]])
  expect([found.sources.length, found.units.most]).toEqual([2, 1])
  expect(found.warnings).toEqual([
    expect.stringMatching(/^drop\/slim\/b\.jpg supersedes the file whose job \S+ still runs\.$/),
  ])
  expect((await plan([file('b.jpg')], { ...asks, status: 'succeeded' })).warnings).toEqual([])
  expect((await plan([file('b.jpg')], { ...asks, there: [] })).warnings).toEqual([])
})

test('a key has 1,024 bytes at most', async () => {
  const long = (bytes: number) => file(`${'ä'.repeat(500)}${'x'.repeat(bytes - 1000 - 10)}`)
  expect((await plan([long(1024)])).sources).toHaveLength(1)
  await expect(plan([long(1025)])).rejects.toThrow(/^\/home\/ä+x+: its path is longer than a key/)
})

test.each([
  [true, [SLIM], {}, ['is a video, and body-reshape works on pictures']],
  [
    false,
    [VIDEO],
    { there: ['inputs/b.jpg'] },
    ['is a picture, and bg-replace-vid works on videos'],
  ],
  [false, [SLIM], {}, []],
  [true, [VIDEO], { there: ['inputs/b.jpg'] }, []],
  [true, [SLIM], { more: { onRefusal: 'original' } }, []],
  [undefined, [SLIM], {}, []],
])('a file that is a video: %s, under %j', async (video, steps, asks, why) => {
  const found = plan([file('a', video), file('b')], { steps, ...asks })
  expect((await found).left).toEqual(why.map((words) => ({ path: '/home/a', why: words })))
  const alone = plan([file('a', video)], { steps, ...asks })
  if (why.length === 0) expect((await alone).sources).toHaveLength(1)
  else await expect(alone).rejects.toThrow(`There is nothing to drop: /home/a ${why[0]}.`)
})

test('companions are no sources, and each source needs its own, here or in the bucket', async () => {
  const steps = [COMPANION]
  const both = await plan([file('a.jpg'), file('a.mask.png')], { steps })
  expect([both.sources, both.companions].map(([one]) => one?.name)).toEqual(['a.jpg', 'a.mask.png'])
  const alone = [file('a.jpg')]
  await expect(plan(alone, { steps })).rejects.toThrow(
    '/home/a.jpg needs a.mask.png beside it. Name both, or say --companions-later',
  )
  for (const asks of [
    { there: ['drop/slim/a.mask.png'] },
    { companionsLater: true },
    { earlier: ['a.jpg'] },
  ]) {
    expect((await plan(alone, { steps, ...asks })).sources).toHaveLength(1)
  }
  await expect(plan([file('a.mask.png')], { steps })).rejects.toThrow('all files are companions')
})

test('what a recipe names in the bucket must lie there', async () => {
  await expect(plan([file('a.jpg')], { steps: [FIXED] })).rejects.toThrow(
    'The recipe slim needs inputs/mask.png in the bucket. Put it there: darkroom recipes input FILE --name mask.png',
  )
  expect(
    (await plan([file('a.jpg')], { steps: [FIXED], there: ['inputs/mask.png'] })).left,
  ).toEqual([])
})

const NOW = Date.parse('2026-01-31T00:00:00.000Z')

async function planned(names: string[], asks: Asks & { budget?: object; kind?: string } = {}) {
  const { steps = [SLIM], more, there = [], status, budget = {}, kind = 'jpeg' } = asks
  const recipe = parseRecipe({ steps, ...more })
  const files = names.map((name) => ({ name, size: 5, modified: 7, kind }))
  const { clients, asked } = clientsWith(there, status)
  const answers = (command: { constructor: { name: string } }) =>
    command.constructor.name === 'QueryCommand' ? { Items: [] } : undefined
  const { db } = clients as { db: { send: (command: never) => Promise<unknown> } }
  const send = async (command: never) => answers(command) ?? db.send(command)
  const drop = { name: 'slim', recipe, sha256: 'r', files: files as never }
  const found = await planFiles(drop, { ...(clients as object), db: { send } } as never, {
    budget,
    now: NOW,
  })
  return { found, asked }
}

test('what becomes of files that were chosen in a browser', async () => {
  const { found } = await planned(['a.jpg', 'a.mask.png', 'b.jpg', '.hidden.jpg'], {
    steps: [COMPANION],
  })
  expect(found.fates).toEqual([
    { is: 'source' },
    { is: 'companion', of: 'a.jpg' },
    { is: 'source', missing: ['b.mask.png'] },
    { is: 'left', why: 'hidden' },
  ])
  expect(found).toMatchObject({ takes: 'picture', missingObjects: [], returns: false, priced: 2 })
  expect(found.units).toEqual({ least: 2, most: 2 })
})

test('a companion without its source is nobody’s, and one that lies there is asked for once', async () => {
  const { found } = await planned(['x.mask.png'], { steps: [COMPANION] })
  expect(found.fates).toEqual([{ is: 'companion' }])
  // One is priced where none is fresh.
  expect([found.priced, found.units]).toEqual([1, { least: 1, most: 1 }])
  const there = ['drop/slim/a.mask.png']
  const one = await planned(['a.jpg', 'a.png'], { steps: [COMPANION], there })
  expect(one.found.fates).toEqual([{ is: 'source' }, { is: 'source' }])
  const heads = one.asked.filter(([name]) => name === 'HeadObject')
  expect(heads).toHaveLength(1)
})

test('what lies under a key already is told, and what is fixed and missing', async () => {
  const { found } = await planned(['a.jpg'], {
    there: ['drop/slim/a.jpg'],
    status: 'running',
    steps: [FIXED],
    more: { onRefusal: 'original' },
  })
  expect(found.fates).toEqual([{ is: 'source', supersedes: expect.any(String) }])
  expect(found).toMatchObject({ missingObjects: ['inputs/mask.png'], returns: true })
  const video = await planned(['a.mp4'], { steps: [VIDEO], kind: 'mp4' })
  expect(video.found).toMatchObject({ takes: 'video', feature: 'Video background replace' })
})

test('the limits that count for the recipe say what is left, and whether it is enough', async () => {
  const budget = { units: 1, recipes: { slim: { units: 2, dollars: 5 }, other: { units: 9 } } }
  const { found } = await planned(['a.jpg', 'b.jpg'], { budget })
  expect(found.budget).toEqual([
    { of: 'units', left: 1, needs: 2, holds: false },
    { recipe: 'slim', of: 'units', left: 2, needs: 2, holds: true },
    expect.objectContaining({ recipe: 'slim', of: 'dollars', left: 5 }),
  ])
  const { found: none } = await planned(['a.jpg'], { budget: { units: 0 } })
  expect(none.budget).toEqual([{ of: 'units', left: 0, needs: 1, holds: false }])
})

/** A drop of so many files that all lie there already, of five bytes and changed at this time, and their fates. */
async function droppedAgain(count: number, modified: string | undefined, bytes = 5) {
  let [looking, most] = [0, 0]
  const head = async () => {
    looking += 1
    most = Math.max(most, looking)
    await nextTurn()
    looking -= 1
    const Metadata = modified === undefined ? undefined : { 'darkroom-modified': modified }
    return { VersionId: 'v', ETag: '"e"', ContentLength: bytes, Metadata }
  }
  const names = Array.from({ length: count }, (_, at) => `${at}.jpg`)
  const s3 = scripted({
    HeadObject: head,
    ListObjectsV2: () => ({ Contents: names.map((name) => ({ Key: `drop/slim/${name}` })) }),
  })
  const recipe = { name: 'slim', sha256: 'r' }
  const db = scripted({
    Get: ({ Key }: { Key: { id: string } }) => ({
      Item: { id: Key.id, status: 'succeeded', recipe },
    }),
    Query: () => ({ Items: [] }),
  })
  const at = { dropBucket: 'drop', jobsTable: 'jobs' } as never
  const files = names.map((name) => ({ name, size: 5, modified: 7, kind: 'jpeg' }))
  const drop = { ...recipe, recipe: parseRecipe({ steps: [SLIM] }), files }
  const found = await planFiles(
    drop,
    { s3: s3.client, db: db.client, at },
    { budget: {}, now: NOW },
  )
  return { fates: found.fates, most }
}

test('a file of the same size and time was dropped before', async () => {
  const earlier = { job: expect.stringMatching(/^job-/), state: 'done' }
  expect((await droppedAgain(1, '7')).fates).toEqual([{ is: 'source', earlier }])
  for (const [modified, bytes] of [
    ['8', 5],
    [undefined, 5],
    ['7', 6],
  ] as const) {
    expect((await droppedAgain(1, modified, bytes)).fates).toEqual([{ is: 'source' }])
  }
})

test('files that lie there are looked at, thirty-two at once', async () => {
  const { fates, most } = await droppedAgain(40, '7')
  expect([fates.length, most]).toEqual([40, 32])
})
