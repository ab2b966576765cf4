/** A template's value with CloudFormation's own parts as `<Id>` or `<Id.Attribute>`. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': join } = value as Record<string, unknown>
  if (Ref) return `<${Ref}>`
  if (attribute) return `<${(attribute as string[]).join('.')}>`
  if (join) return ((join as [string, unknown[]])[1].map(plain) as string[]).join('')
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]))
}
