import { isRecord } from './is-record.ts'
import { TemplateError } from './template.ts'

/** What the intrinsic functions of one stack need. `evaluate` evaluates nested functions. */
export type Scope = {
  readonly where: string
  evaluate(value: unknown): unknown
  ref(name: string): unknown
  attribute(logicalId: string, name: string): unknown
  condition(name: string): boolean
  exported(name: string): unknown
  stackOutput(stack: string, output: string): unknown
  mapping(map: string, first: string, second: string): unknown
}

type Intrinsic = (argument: unknown, scope: Scope) => unknown

function text(value: unknown, scope: Scope, rule: string): string {
  const result = scope.evaluate(value)
  if (typeof result === 'string') return result
  if (typeof result === 'number' || typeof result === 'boolean') return String(result)
  throw new TemplateError(`${scope.where}: ${rule} needs text, got ${JSON.stringify(result)}`)
}

function list(value: unknown, scope: Scope, rule: string): unknown[] {
  const result = scope.evaluate(value)
  if (Array.isArray(result)) return result
  throw new TemplateError(`${scope.where}: ${rule} needs a list`)
}

function pair(value: unknown, scope: Scope, rule: string, size = 2): unknown[] {
  if (Array.isArray(value) && value.length === size) return value
  throw new TemplateError(`${scope.where}: ${rule} takes ${size} arguments`)
}

const getAttribute: Intrinsic = (argument, scope) => {
  const parts = typeof argument === 'string' ? argument.split('.') : argument
  if (!Array.isArray(parts) || parts.length < 2) {
    throw new TemplateError(`${scope.where}: Fn::GetAtt takes a logical id and an attribute`)
  }
  const [logicalId, ...name] = parts.map((part) => text(part, scope, 'Fn::GetAtt'))
  return scope.attribute(logicalId!, name.join('.'))
}

const substitute: Intrinsic = (argument, scope) => {
  const [template, values] = Array.isArray(argument) ? argument : [argument, {}]
  const own = isRecord(values) ? values : {}
  return text(template, scope, 'Fn::Sub').replaceAll(/\$\{(!?)([^}]+)\}/g, (_, literal, name) => {
    if (literal) return `\${${name}}`
    if (Object.hasOwn(own, name)) return text(own[name], scope, 'Fn::Sub')
    const value = name.includes('.') ? getAttribute(name, scope) : scope.ref(name)
    return text(value, scope, 'Fn::Sub')
  })
}

const select: Intrinsic = (argument, scope) => {
  const [index, values] = pair(argument, scope, 'Fn::Select')
  const items = list(values, scope, 'Fn::Select')
  const at = Number(scope.evaluate(index))
  if (!(at in items))
    throw new TemplateError(`${scope.where}: Fn::Select ${at} is outside its list`)
  return items[at]
}

function holds(value: unknown, scope: Scope): boolean {
  const result = scope.evaluate(value)
  return result === true || result === 'true'
}

/** CloudFormation's intrinsic functions by name (Template Reference, "Intrinsic function reference"). */
export const INTRINSICS: Readonly<Record<string, Intrinsic>> = {
  Ref: (argument, scope) => scope.ref(String(argument)),
  Condition: (argument, scope) => scope.condition(String(argument)),
  'Fn::GetAtt': getAttribute,
  'Fn::Join': (argument, scope) => {
    const [separator, values] = pair(argument, scope, 'Fn::Join')
    return list(values, scope, 'Fn::Join')
      .map((item) => text(item, scope, 'Fn::Join'))
      .join(String(separator))
  },
  'Fn::Sub': substitute,
  'Fn::Select': select,
  'Fn::Split': (argument, scope) => {
    const [separator, value] = pair(argument, scope, 'Fn::Split')
    return text(value, scope, 'Fn::Split').split(String(separator))
  },
  'Fn::ImportValue': (argument, scope) => scope.exported(text(argument, scope, 'Fn::ImportValue')),
  'Fn::GetStackOutput': (argument, scope) => {
    if (!isRecord(argument))
      throw new TemplateError(`${scope.where}: Fn::GetStackOutput takes an object`)
    return scope.stackOutput(
      text(argument['StackName'], scope, 'Fn::GetStackOutput'),
      text(argument['OutputName'], scope, 'Fn::GetStackOutput'),
    )
  },
  'Fn::FindInMap': (argument, scope) => {
    const keys = pair(argument, scope, 'Fn::FindInMap', 3).map((key) =>
      text(key, scope, 'Fn::FindInMap'),
    )
    return scope.mapping(keys[0]!, keys[1]!, keys[2]!)
  },
  'Fn::If': (argument, scope) => {
    const [name, yes, no] = pair(argument, scope, 'Fn::If', 3)
    return scope.evaluate(scope.condition(String(name)) ? yes : no)
  },
  'Fn::Equals': (argument, scope) => {
    const [left, right] = pair(argument, scope, 'Fn::Equals').map((side) => scope.evaluate(side))
    return JSON.stringify(left) === JSON.stringify(right)
  },
  'Fn::Not': (argument, scope) => !holds(pair(argument, scope, 'Fn::Not', 1)[0], scope),
  'Fn::And': (argument, scope) =>
    Array.isArray(argument) && argument.every((item) => holds(item, scope)),
  'Fn::Or': (argument, scope) =>
    Array.isArray(argument) && argument.some((item) => holds(item, scope)),
  'Fn::Base64': (argument, scope) =>
    Buffer.from(text(argument, scope, 'Fn::Base64')).toString('base64'),
  'Fn::ToJsonString': (argument, scope) => JSON.stringify(scope.evaluate(argument)),
}
