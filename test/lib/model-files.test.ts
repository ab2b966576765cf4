import { describe, expect, test } from 'vitest'
import { templatesOf } from './templates-of.ts'

type Resource = { Type: string; Properties: Record<string, unknown> }

function serviceWith(context: Record<string, unknown>): string[] {
  const { stacks } = templatesOf(context)
  return stacks.flatMap(({ template }) =>
    Object.values((template as { Resources: Record<string, Resource> }).Resources).map((resource) =>
      JSON.stringify(resource),
    ),
  )
}

describe('model files of an operator', () => {
  test('are read by the broker of the workers, which may read nothing else there', () => {
    const resources = serviceWith({ models: 's3://studio-files/models/' })
    const readers = resources.filter((text) => text.includes('DARKROOM_MODELS'))
    // Those of pictures, of videos and of their segments ask their broker for them.
    const names = /run-task|serve-worker|serve-segments|work-segments/
    expect(readers.map((text) => names.exec(text)?.[0]).toSorted()).toEqual([
      'run-task',
      'run-task',
      'serve-segments',
      'serve-worker',
      'work-segments',
    ])
    for (const reader of readers) expect(reader).toContain('s3://studio-files/models/')
    const rights = resources.filter((text) => text.includes('studio-files'))
    // The functions, and the policies of the brokers' roles.
    expect(rights).toHaveLength(7)
    const policies = rights.filter((text) => text.includes('AWS::IAM::Policy'))
    expect(policies).toHaveLength(2)
    for (const policy of policies) {
      expect(policy).toContain(':s3:::studio-files/models/*')
      expect(policy).toContain('"s3:prefix":"models/*"')
    }
  })

  test.each(['s3://studio-files', 's3://studio-files/', 'models/', 's3://studio-files/../x/'])(
    '%s is refused',
    (models) => {
      expect(() => serviceWith({ models })).toThrow(
        'models must be a prefix such as s3://bucket/models/',
      )
    },
  )
})

test('the stack of the service says where they are, for those who copy them there', () => {
  const outputs = (context: Record<string, unknown>) =>
    templatesOf(context).stacks.flatMap(({ template }) =>
      Object.entries((template as { Outputs?: Record<string, { Value: unknown }> }).Outputs ?? {}),
    )
  const told = Object.fromEntries(outputs({ models: 's3://studio-files/models/' }))
  expect(told['ModelsPlace']?.Value).toBe('s3://studio-files/models/')
  expect(outputs({}).map(([name]) => name)).not.toContain('ModelsPlace')
})
