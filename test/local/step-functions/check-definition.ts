import { createRequire } from 'node:module'

type Answer = { isValid: boolean; errors: { 'Error code': string; Message: string }[] }

const validate = createRequire(import.meta.url)('asl-validator') as (
  definition: object,
  options: { checkArn: boolean; checkPaths: boolean },
) => Answer

/** What asl-validator has against a definition; empty when it accepts it. */
export const definitionProblems = (definition: object): string[] => {
  const { isValid, errors } = validate(definition, { checkArn: true, checkPaths: true })
  return isValid ? [] : errors.map((each) => `${each['Error code']}: ${each.Message}`)
}
