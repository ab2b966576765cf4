import { type RequiredRights, textField } from '../aws-json/authorize.ts'
import type { AccessRequest } from '../iam/compile-policy.ts'

/**
 * What the operations of DynamoDB ask for: the table, the index that is read, each table of a batch (Service
 * Authorization Reference, Amazon DynamoDB).
 */
export function tableRequiredRights({
  region,
  account,
}: {
  region: string
  account: string
}): RequiredRights {
  const arnOf = (table: string, index: string): string => {
    const arn = table.startsWith('arn:')
      ? table
      : `arn:aws:dynamodb:${region}:${account}:table/${table}`
    return index === '' ? arn : `${arn}/index/${index}`
  }
  return (operation, input) => {
    const ask = (resource: string): AccessRequest => ({
      action: `dynamodb:${operation}`,
      resource,
      context: {},
    })
    if (operation === 'ListTables') return [ask('*')]
    const { RequestItems: batch }: { RequestItems?: unknown } = Object(input)
    if (batch) return Object.keys(Object(batch)).map((table) => ask(arnOf(table, '')))
    const table = textField(input, 'TableName') || textField(input, 'ResourceArn')
    return [ask(arnOf(table, textField(input, 'IndexName')))]
  }
}
