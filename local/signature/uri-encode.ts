/**
 * Percent-encodes as Signature Version 4 requires: every byte except the unreserved `A-Za-z0-9-._~` (IAM User Guide,
 * "Create a signed AWS API request", UriEncode).
 */
export function uriEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** {@link uriEncode} except for `/`: the form of an object key in a canonical path. */
export function uriEncodePath(path: string): string {
  return path.split('/').map(uriEncode).join('/')
}
