/**
 * A resolved value as cdk-nag writes it in the id of a finding: `<Bucket.Arn>/drop/*`. Written here because cdk-nag,
 * imported for it, would be installed in every app that uses the constructs, and asks for a newer construct library
 * than they do.
 */
export function flattenReference(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll('${', '<').replaceAll('}', '>')
  const [[name, argument] = []] = Object.entries(value ?? {})
  switch (name) {
    case 'Fn::Join': {
      const [delimiter, parts] = argument as [string, unknown[]]
      return parts.map(flattenReference).join(delimiter)
    }
    case 'Fn::GetAtt': {
      const [resource, attribute] = argument as [string, string]
      return `<${resource}.${attribute}>`
    }
    case 'Fn::ImportValue':
    case 'Fn::Sub':
      return flattenReference(argument)
    case 'Ref':
      return `<${argument}>`
    default:
      return value === undefined ? '' : JSON.stringify(value)
  }
}
