/**
 * True for bodies that API Gateway passes on as text. All others, forms among them, are base64. A compressed body is
 * never text.
 */
export function isText(
  contentType: string | undefined,
  contentEncoding: string | undefined,
): boolean {
  if (contentEncoding && contentEncoding !== 'identity') return false
  if (!contentType) return true
  const type = contentType.split(';')[0]!.trim().toLowerCase()
  return (
    type.startsWith('text/') ||
    /^application\/(json|xml|javascript)$/.test(type) ||
    /^application\/.+\+(json|xml)$/.test(type)
  )
}
