import { randomInt } from 'node:crypto'
import { z } from 'zod'

/** `GenerateSecretString` of a secret (CloudFormation Template Reference, `AWS::SecretsManager::Secret`). */
export const GenerateSecret = z.object({
  PasswordLength: z.coerce.number().int().min(1).max(4_096).default(32),
  ExcludeCharacters: z.string().default(''),
  ExcludeLowercase: z.boolean().default(false),
  ExcludeUppercase: z.boolean().default(false),
  ExcludeNumbers: z.boolean().default(false),
  ExcludePunctuation: z.boolean().default(false),
  IncludeSpace: z.boolean().default(false),
  SecretStringTemplate: z.string().optional(),
  GenerateStringKey: z.string().optional(),
})

const CLASSES = {
  ExcludeLowercase: 'abcdefghijklmnopqrstuvwxyz',
  ExcludeUppercase: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ExcludeNumbers: '0123456789',
  ExcludePunctuation: '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
} as const

/** Generates a secret as Secrets Manager does: a random password, set under a key of the template if there is one. */
export function generateSecret(plan: z.infer<typeof GenerateSecret>): string {
  const names = Object.keys(CLASSES) as (keyof typeof CLASSES)[]
  const alphabet = [
    ...names.filter((name) => !plan[name]).map((name) => CLASSES[name]),
    plan.IncludeSpace ? ' ' : '',
  ]
    .join('')
    .split('')
    .filter((character) => !plan.ExcludeCharacters.includes(character))
  if (alphabet.length === 0) throw new Error('GenerateSecretString excludes every character')
  const password = Array.from(
    { length: plan.PasswordLength },
    () => alphabet[randomInt(alphabet.length)],
  ).join('')
  if (!plan.GenerateStringKey) return password
  return JSON.stringify({
    ...JSON.parse(plan.SecretStringTemplate ?? '{}'),
    [plan.GenerateStringKey]: password,
  })
}
