import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { FAILURES } from '../../../../catalog/failures/failures.ts'
import { FEATURES, stagesOf, taskPath } from '../../../../catalog/features/features.ts'
import { PERFORMED_FEATURES } from '../../../../catalog/features/performed-features.ts'
import { isPricedBySecond } from '../../../../catalog/tasks/units-of.ts'
import { validateTask } from '../../../../catalog/tasks/validate-task.ts'
import { describeOffer } from '../../../../functions/service/api/routes/describe-offer.ts'
import { matchRoute } from '../../../../functions/service/api/routes/match-route.ts'
import { openapiDocument } from '../../../../functions/service/api/routes/openapi-document.ts'
import { ROUTES } from '../../../../functions/service/api/routes/routes.ts'

type Schema = { [key: string]: unknown; properties?: Record<string, Schema> }
type Operation = {
  operationId: string
  description?: string
  requestBody: { content: { 'application/json': { schema: Schema; example?: unknown } } }
  responses: Record<string, unknown>
}

const document = openapiDocument(ROUTES) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
  webhooks: Record<string, unknown>
}
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
function bodyOf(path: string): Schema {
  const { $ref } = document.paths[path]!['post']!.requestBody.content['application/json'].schema
  return document.components.schemas[String($ref).replace('#/components/schemas/', '')]!
}

describe('the OpenAPI document', () => {
  test('is valid, by an independent validator', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test.each(FEATURES)('describes how $name is created and read', (feature) => {
    for (const stage of stagesOf(feature)) {
      const path = taskPath(feature, stage)
      expect(Object.keys(document.paths[path]!['post']!.responses)).toEqual(
        expect.arrayContaining(['200', '400', '401', '409', '422', '429', '500']),
      )
      expect(Object.keys(document.paths[`${path}/{task_id}`]!['get']!.responses)).toEqual(
        expect.arrayContaining(['200', '400', '401', '429', '500']),
      )
      expect(bodyOf(path).properties).toHaveProperty('src_file_url')
      expect(bodyOf(path).properties).toHaveProperty('src_file_id')
    }
  })

  test.each(FEATURES)('has an example request for $name that is accepted', (feature) => {
    for (const stage of stagesOf(feature)) {
      const { content } = document.paths[taskPath(feature, stage)]!['post']!.requestBody
      const { example } = content['application/json']
      expect(() => validateTask(feature, stage, example)).not.toThrow()
    }
  })

  test('has the ranges, defaults and descriptions of the catalogue', () => {
    const { properties = {} } = bodyOf('/s2s/v2.0/task/body-reshape')
    expect(properties['features']?.properties?.['slim']).toEqual({
      type: 'number',
      minimum: -100,
      maximum: 100,
      description: 'slim … curvy',
    })
    expect(bodyOf('/s2s/v2.0/task/cloth-v3').properties?.['change_shoes']).toMatchObject({
      default: true,
    })
  })

  test('has limits and prices, and says which features are not carried out', () => {
    const described = ({ name }: { name: string }) =>
      String(document.paths[`/s2s/v2.0/task/${name}`]!['post']!.description)
    expect(described({ name: 'body-reshape' })).toContain('Units: 1.')
    expect(described({ name: 'body-reshape' })).toContain('long side at most 2048 px')
    for (const feature of FEATURES) {
      const says = String(document.paths[taskPath(feature, 'effect')]!['post']!.description)
      expect(says.includes('Not carried out')).toBe(!PERFORMED_FEATURES.has(feature.name))
    }
  })

  test.each([
    [
      'skin-simulation',
      '4 (up to 4 concerns), 6 (5 to 10 concerns)',
      [
        '`src_file_url`: jpg or png, below 10 MB, long side at most 2560 px, short side at least 480 px',
      ],
    ],
    [
      'image-to-video',
      '6 per started second (pro), 3 per started second (std)',
      [
        '`src_file_url`: jpg or png, below 10 MB, long side at most 4096 px, ' +
          'short side at least 300 px, sides at most 1 : 2.5',
      ],
    ],
    [
      'bg-replace-vid',
      '2 per started second; set aside until its length is known: up to 1200, at least 2',
      [
        '`src_file_url`: video in mp4, at most 100 MB, the first 600 s are kept, long side at most 4096 px',
        '`ref_file_url`: jpg or png, below 10 MB, long side at most 4096 px',
      ],
    ],
    [
      'video-trans',
      '4 per started second',
      [
        '`src_file_url`: video in mov or mp4, at most 100 MB, at most 30 s, long side at most 4096 px',
      ],
    ],
    [
      'hair-transfer',
      '2',
      [
        '`src_file_url`: jpg, below 10 MB, long side at most 1024 px',
        '`ref_file_url`: jpg, below 10 MB, long side at most 1024 px, or a template in its place',
      ],
    ],
    [
      '2d-vto/necklace',
      '1',
      [
        '`src_file_url`: jpg or png, below 10 MB, long side at most 4096 px',
        '`srcmsk_file_url`: jpg or png, below 10 MB, long side at most 4096 px, may be left out',
        '`ref_file_urls`: jpg or png, below 10 MB, long side at most 4096 px, a list of 1 to 10',
      ],
    ],
  ])('tells the price and the files of %s in words', (name, units, files) => {
    const words = describeOffer(FEATURES.find((feature) => feature.name === name)!)
    expect(words).toBe([`Units: ${units}.`, '', ...files.map((file) => `- ${file}`)].join('\n'))
  })

  test.each([
    [
      'CreateFaceSwapRequest',
      ['anyOf src_file_url src_file_id', 'anyOf ref_file_urls ref_file_ids'],
    ],
    ['CreateFaceSwapPreProcessRequest', ['anyOf src_file_url src_file_id']],
    // Its mask and those of its references may be left out.
    [
      'Create2dVtoEarringRequest',
      ['anyOf src_file_url src_file_id', 'anyOf ref_file_urls ref_file_ids'],
    ],
    [
      'CreateHairTransferRequest',
      ['anyOf src_file_url src_file_id', 'oneOf ref_file_url ref_file_id template_id'],
    ],
  ])('%s has the files that it needs, each in one of its forms', (name, choices) => {
    const { allOf } = document.components.schemas[name]!
    const told = (allOf as Record<string, { required: string[] }[]>[]).flatMap((choice) =>
      Object.entries(choice).map(([how, forms]) =>
        [how, ...forms.flatMap(({ required }) => required)].join(' '),
      ),
    )
    expect(told).toEqual(choices)
  })

  test('requires no member that it does not describe, and has types of JSON alone', () => {
    const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']
    let described = 0
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      const { properties, required, type } = node as Schema
      if (properties && required) {
        expect(Object.keys(properties)).toEqual(expect.arrayContaining(required as string[]))
        described++
      }
      if (typeof type === 'string' || Array.isArray(type)) {
        expect(types).toEqual(expect.arrayContaining([type].flat()))
      }
      for (const [name, inner] of Object.entries(node)) if (!/^examples?$/.test(name)) visit(inner)
    }
    visit([document.paths, document.webhooks, document.components.schemas])
    expect(described).toBeGreaterThan(50)
  })

  test('has all that a request may have beside its body', () => {
    const given = (path: string, method: string) => {
      const { parameters } = document.paths[path]![method] as { parameters?: object[] }
      return parameters
    }
    expect(given('/s2s/v2.0/task/body-reshape', 'post')).toContainEqual(
      expect.objectContaining({
        name: 'Idempotency-Key',
        in: 'header',
        schema: expect.objectContaining({ type: 'string', minLength: 1, maxLength: 255 }),
      }),
    )
    expect(given('/s2s/v2.0/task/body-reshape/{task_id}', 'get')).toContainEqual(
      expect.objectContaining({ name: 'task_id', in: 'path', required: true }),
    )
    for (const methods of Object.values(document.paths)) {
      for (const { parameters } of Object.values(methods) as { parameters?: object[] }[]) {
        expect(parameters ?? ['absent, not empty']).not.toEqual([])
      }
    }
  })

  test('says how a task is, in its state and in the webhook', () => {
    for (const feature of FEATURES) {
      for (const stage of stagesOf(feature)) {
        const { operationId } = document.paths[`${taskPath(feature, stage)}/{task_id}`]!['get']!
        const name = `${operationId[0]!.toUpperCase()}${operationId.slice(1)}Response`
        const { data } = document.components.schemas[name]!.properties!
        expect(data).toMatchObject({
          properties: { task_status: { enum: ['running', 'success', 'error'] } },
          required: ['task_status', 'error', 'results'],
        })
        const frames = stage === 'effect' && isPricedBySecond(feature)
        expect('progress' in data!.properties!).toBe(frames)
      }
    }
    expect(document.webhooks['taskEnded']).toMatchObject({
      post: {
        security: [],
        parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
          name,
          in: 'header',
          required: true,
        })),
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                properties: {
                  data: {
                    properties: { task_status: { enum: ['success', 'error'] } },
                    required: ['task_id', 'task_status'],
                  },
                },
                required: ['created_at', 'data'],
              },
            },
          },
        },
        responses: { '2XX': {}, 410: {} },
      },
    })
    const { properties, required } = document.components.schemas['Failure']!
    expect(required).toEqual(['status', 'error', 'error_code'])
    const requests = Object.entries(FAILURES).filter(([, { kind }]) => kind === 'request')
    expect(properties!['error_code']!['enum']).toEqual(requests.map(([code]) => code))
  })

  test('has a named schema for every body, the webhook, 404 and 413', () => {
    const { components, webhooks } = document
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining(['CreateBodyReshapeRequest', 'ReadBodyReshapeResponse', 'Failure']),
    )
    expect(Object.keys(webhooks)).toEqual(['taskEnded'])
    const { responses } = document.paths['/s2s/v2.0/task/body-reshape']!['post']!
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['404', '413']))
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)
    for (const [, name = ''] of references) expect(components.schemas).toHaveProperty(name)
  })

  test('names every operation of the service once', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(ROUTES.filter(({ operation }) => operation).length)
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/s2s/v2.0/file',
        '/s2s/v2.1/task/template/hair-transfer',
        '/s2s/v2.0/credit/feature-cost',
      ]),
    )
  })
})

test('HEAD has the route of GET, and no other', () => {
  for (const path of ['/openapi.json', '/s2s/v2.0/task/body-reshape/some-task']) {
    expect(matchRoute('HEAD', path)?.route).toBe(matchRoute('GET', path)?.route)
    expect(matchRoute('HEAD', path)).toBeDefined()
  }
  expect(matchRoute('HEAD', '/s2s/v2.0/task/body-reshape')).toBeUndefined()
})

test('a thumbnail is a square of the template’s colours above its title', async () => {
  const [feature] = FEATURES.filter(({ templates }) => templates)
  const { id, title, palette } = feature!.templates![0]!
  const path = `/thumbs/${feature!.name}/${id}.svg`
  const { route } = matchRoute('GET', path)!
  const answer = await route.handle({ variable: `${id}.svg` } as never, {} as never)
  const { document: svg, headers } = answer as { document: string; headers: object }
  expect(headers).toMatchObject({ 'content-type': 'image/svg+xml' })
  expect(svg).toContain(`viewBox="0 0 120 120" role="img" aria-label="${title}"`)
  expect(svg).toContain('<rect y="96" width="120" height="24"')
  const bands = svg.match(/<rect x="[^/]*\/>/g) ?? []
  const width = 120 / palette.length
  if (bands.length > 0) {
    expect(bands).toEqual(
      palette.map(
        (colour, nth) =>
          `<rect x="${nth * width}" width="${width}" height="120" fill="#${colour}"/>`,
      ),
    )
  } else expect(svg).toContain('<image width="120" height="120" href="data:image/webp;base64,')
  await expect(async () =>
    route.handle({ variable: `${id}.png` } as never, {} as never),
  ).rejects.toMatchObject({
    code: 'NotFound',
  })
})

test('of a feature that no engine carries out the offer says so before its price', () => {
  const [feature] = FEATURES
  const told = describeOffer(feature!)
  expect(told).toMatch(/^Units: /)
  expect(describeOffer({ ...feature!, name: 'planned' })).toBe(
    `**Not carried out by this service yet: a task is accepted, ends in an error and costs nothing.**\n\n${told}`,
  )
})

/** What a list tells, page by page. */
async function listed(path: string): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = []
  let query: Record<string, string> = {}
  for (;;) {
    const request = { method: 'GET', path, origin: 'https://api', query, headers: {} } as never
    const { json } = (await matchRoute('GET', path)!.route.handle(
      { account: 'a', request, variable: '' },
      {} as never,
    )) as { json: Record<string, { next_token: string | null } & Record<string, never[]>> }
    const { next_token, ...lists } = (json['data'] ?? json['result'])!
    found.push(...Object.values(lists).flat())
    if (next_token === null) return found
    query = { starting_token: next_token }
  }
}

test('every price is for one picture or second, and names where its task is made', async () => {
  const costs = FEATURES.flatMap((feature) => feature.costs.map((cost) => ({ feature, cost })))
  expect(await listed('/s2s/v2.0/credit/feature-cost')).toEqual(
    costs.map(({ feature, cost: { description, amount, unit } }) => ({
      description,
      amount,
      unit,
      proc_unit: 1,
      run_task_url: `https://api${taskPath(feature, 'effect')}`,
    })),
  )
})

test('a template says whether it keeps the colour of hair, and others say nothing of it', async () => {
  const hair = await listed('/s2s/v2.0/task/template/hair-transfer')
  const keeps = new Set(hair.map(({ keep_users_color }) => keep_users_color))
  expect(keeps).toEqual(new Set([true, false]))
  for (const template of await listed('/s2s/v2.0/task/template/video-trans')) {
    expect(Object.keys(template)).toEqual(['id', 'thumb', 'title', 'category_name'])
  }
})

test('the word null is the first page of templates, which an older path gives as well', async () => {
  const page = (path: string, starting_token?: string) => {
    const query = { page_size: '1', ...(starting_token && { starting_token }) }
    const request = { method: 'GET', path, origin: 'https://api', query, headers: {} } as never
    return matchRoute('GET', path)?.route.handle(
      { account: 'a', request, variable: '' },
      {} as never,
    )
  }
  const listsOf = FEATURES.filter(({ templates }) => templates)
  expect(new Set(listsOf.map(({ apiVersion }) => apiVersion))).toEqual(new Set(['v2.0', 'v2.1']))
  for (const { name, apiVersion } of listsOf) {
    const first = page(`/s2s/${apiVersion}/task/template/${name}`)
    expect(first).toMatchObject({ json: { data: { templates: [{ id: expect.any(String) }] } } })
    expect(page(`/s2s/v2.0/task/template/${name}`, 'null')).toEqual(first)
  }
})
