import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { FEATURES, stagesOf, taskPath } from '../../../../catalog/features/features.ts'
import { PERFORMED_FEATURES } from '../../../../catalog/features/performed-features.ts'
import { validateTask } from '../../../../catalog/tasks/validate-task.ts'
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
