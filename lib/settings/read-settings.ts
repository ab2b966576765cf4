import type { Node } from 'constructs'
import { distance } from 'fastest-levenshtein'
import { SETTINGS, type Settings } from './settings.ts'

/** A name in the context that differs by so many letters from a setting is taken for one that is mistyped. */
const LETTERS = 2

/** What the CDK keeps in the context for itself: `aws:cdk:…`, `@aws-cdk/…`, `availability-zones:…`. */
const OF_THE_CDK = /[:@/]/

/**
 * The settings in the CDK's context, from `-c name=value` or cdk.json. Other names are the app's own, unless they are a
 * setting's but for a letter or two.
 * @throws Error that names the setting and the rule
 */
export function readSettings(node: Node): Settings {
  refuseMistyped(Object.keys(node.getAllContext()))
  const given = Object.keys(SETTINGS.shape).flatMap((name) => {
    const value: unknown = node.tryGetContext(name)
    return value === undefined ? [] : [[name, value]]
  })
  const parsed = SETTINGS.safeParse(Object.fromEntries(given))
  if (parsed.success) return requireTogether(parsed.data)
  const [issue] = parsed.error.issues
  throw new Error(`The setting ${issue?.path.join('.')} ${issue?.message ?? 'cannot be used'}.`)
}

function refuseMistyped(names: readonly string[]): void {
  const known = Object.keys(SETTINGS.shape)
  for (const name of names.filter((each) => !known.includes(each) && !OF_THE_CDK.test(each))) {
    const meant = known.find((setting) => distance(name, setting) <= LETTERS)
    if (meant !== undefined) {
      throw new Error(`The setting ${name} does not exist; it is called ${meant}.`)
    }
  }
}

/** Settings that are of no use without another. */
const TOGETHER = [
  ['dropBucketKey', 'dropBucket', 'the bucket it encrypts'],
  ['resultsBucketKey', 'resultsBucket', 'the bucket it encrypts'],
  ['cameraDomain', 'cameraCertificateArn', 'its certificate'],
  ['cameraCertificateArn', 'cameraDomain', 'the name it is for'],
  ['consoleIssuer', 'consoleClientId', 'the client it knows the console as'],
  ['consoleIssuer', 'consoleRoles', 'what gives somebody a role'],
  ['consoleClientId', 'consoleIssuer', 'the provider it is of'],
  ['consoleSecretArn', 'consoleIssuer', 'the provider of its client'],
  ['consoleRoles', 'consoleIssuer', 'the provider whose claim it is'],
] as const

function requireTogether(settings: Settings): Settings {
  const alone = TOGETHER.find(([one, other]) => settings[one] && settings[other] === undefined)
  if (!alone) return settings
  const [one, other, what] = alone
  throw new Error(`The setting ${one} is of no use without ${other}, ${what}.`)
}
