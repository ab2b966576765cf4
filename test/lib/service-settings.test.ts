import { expect, test } from 'vitest'
import { templatesOf } from './templates-of.ts'

type Resource = { Type: string; Properties?: Record<string, unknown> }

function serviceWith(context: Record<string, unknown>): Resource[] {
  const { stacks } = templatesOf(context)
  const templates = stacks
    .filter(({ name }) => name === 'DarkroomService')
    .map(({ template }) => template as { Resources: Record<string, Resource> })
  return templates.flatMap(({ Resources }) => Object.values(Resources))
}
function variablesOf(resources: Resource[]) {
  return resources.flatMap(({ Properties }) => {
    const environment = Properties?.['Environment'] as { Variables?: object } | undefined
    return Object.entries(environment?.Variables ?? {})
  })
}

test('limits are the published ones where nothing is set', () => {
  const names = variablesOf(serviceWith({})).map(([name]) => name)
  for (const name of ['RATE_LIMIT_WINDOW', 'RATE_LIMIT_SECOND', 'FEATURE_CONCURRENCY']) {
    expect(names).not.toContain(name)
  }
})

/** What is set here does not depend on each other. */
const SET = {
  rateLimitWindow: '1000',
  rateLimitSecond: 20,
  uploadBytesPerDay: '5000',
  featureConcurrency: '{"image-to-video":2}',
  throttlePerSecond: '2000',
  videoWorkers: '7',
  pageOrigins: 'https://a.example, https://b.example',
}

test('limits can be set by the context, as text or as they are', () => {
  expect(variablesOf(serviceWith(SET))).toEqual(
    expect.arrayContaining([
      ['RATE_LIMIT_WINDOW', '1000'],
      ['RATE_LIMIT_SECOND', '20'],
      ['UPLOAD_BYTES_PER_DAY', '5000'],
      ['FEATURE_CONCURRENCY', '{"image-to-video":2}'],
    ]),
  )
})

test('the brake that all keys share can be set, above what one key may ask', () => {
  const stagesOf = (context: object) =>
    serviceWith(context as never)
      .filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Stage')
      .map(({ Properties }) => Properties?.['DefaultRouteSettings'])
  expect(stagesOf({})).toMatchObject([{ ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 }])
  expect(stagesOf(SET)).toMatchObject([{ ThrottlingRateLimit: 2000, ThrottlingBurstLimit: 4000 }])
  expect(stagesOf({ throttlePerSecond: 90, throttleBurst: 100 })).toMatchObject([
    { ThrottlingRateLimit: 90, ThrottlingBurstLimit: 100 },
  ])
})

test('how many segments of a video are made at once can be set', () => {
  expect(JSON.stringify(serviceWith(SET))).toContain('\\"MaxConcurrency\\":7,')
  expect(JSON.stringify(serviceWith({}))).toContain('\\"MaxConcurrency\\":20,')
})

test.each([
  [{ videoWorkers: '0' }, 'videoWorkers'],
  [{ pictureTaskWorkers: '1' }, 'pictureTaskWorkers'],
  [{ pictureTaskWorkers: 1001 }, 'pictureTaskWorkers'],
  [{ videoTaskWorkers: '1' }, 'videoTaskWorkers'],
  [{ videoTaskWorkers: '2.5' }, 'videoTaskWorkers'],
  [{ throttlePerSecond: '0.5' }, 'throttlePerSecond'],
  [{ rateLimitSecond: 500 }, 'throttle.perSecond must be above the 500 requests in a second'],
  [{ rateLimitWindow: '0' }, 'rateLimitWindow'],
  [{ rateLimitSecond: 'many' }, 'rateLimitSecond'],
  [{ uploadBytesPerDay: '-1' }, 'uploadBytesPerDay'],
  [{ featureConcurrency: '[1]' }, 'featureConcurrency'],
  [{ featureConcurrency: { 'image-to-video': 0 } }, 'featureConcurrency.image-to-video'],
  [{ pageOrigins: '*' }, 'pageOrigins'],
  [{ pageOrigins: 'https://studio.example/upload' }, 'pageOrigins'],
  [{ pageOrigins: 'http://studio.example' }, 'pageOrigins'],
])('%j is refused by its name', (context, name) => {
  expect(() => serviceWith(context)).toThrow(name)
})

test('the service has one page, a clock for its sweep, and alarms for workers and webhooks', () => {
  const resources = serviceWith({})
  const ofType = (type: string) => resources.filter(({ Type }) => Type === type)
  expect(ofType('AWS::CloudWatch::Dashboard')).toHaveLength(1)
  const schedules = ofType('AWS::Events::Rule').map(
    ({ Properties }) => Properties?.['ScheduleExpression'],
  )
  expect(schedules).toContain('rate(5 minutes)')
  const alarms = ofType('AWS::CloudWatch::Alarm')
  const descriptions = alarms.map(({ Properties }) => String(Properties?.['AlarmDescription']))
  for (const words of ['ran out of time or memory', 'were not taken', 'was switched off']) {
    expect(descriptions.some((description) => description.includes(words))).toBe(true)
  }
  for (const { Properties } of alarms) expect(Properties?.['AlarmActions']).toHaveLength(1)
})

test('pages of the configured origins may use the bucket of uploads, and of no others', () => {
  const cors = (context: Record<string, unknown>) =>
    Object.values(serviceWith(context))
      .filter(({ Type }) => Type === 'AWS::S3::Bucket')
      .map(({ Properties }) => Properties?.['CorsConfiguration'])
  expect(cors({})).toEqual([undefined])
  expect(cors(SET)).toMatchObject([
    { CorsRules: [{ AllowedOrigins: ['https://a.example', 'https://b.example'] }] },
  ])
})
