import { createRequire } from 'node:module'

type Answer = { isValid: boolean; errors: { 'Error code': string; Message: string }[] }
type Validate = (definition: object, options: { checkArn: boolean; checkPaths: boolean }) => Answer
type Compiler = { addKeyword(definition: object): Compiler }
type Ajv = { default: new (options: object) => Compiler }

const require = createRequire(import.meta.url)

/**
 * asl-validator compiles the schemas of the language again for each definition, which takes 200 ms. Here they are
 * compiled once.
 */
function keepSchemas(): void {
  const ajv = createRequire(require.resolve('asl-validator'))('ajv') as Ajv
  let kept: Compiler | undefined
  const construct = (whole: Ajv['default'], [options]: [object]): Compiler => {
    // What the validator adds to its compiler is already there after the first time.
    if (kept) kept.addKeyword = () => kept as Compiler
    kept ??= new whole(options)
    return kept
  }
  ajv.default = new Proxy(ajv.default, { construct })
}

keepSchemas()
const validate = require('asl-validator') as Validate

/** The errors that asl-validator finds in a definition; empty when it accepts it. */
export function definitionProblems(definition: object): string[] {
  const { isValid, errors } = validate(definition, { checkArn: true, checkPaths: true })
  return isValid ? [] : errors.map((each) => `${each['Error code']}: ${each.Message}`)
}
