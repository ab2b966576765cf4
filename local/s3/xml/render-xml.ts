/**
 * A document tree: text, the children of an element by name, or a list that repeats the element. Undefined children
 * are left out.
 */
export type XmlValue =
  | string
  | number
  | boolean
  | undefined
  | readonly XmlValue[]
  | { readonly [name: string]: XmlValue }

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/'

/** Renders a document with its root element in the S3 namespace (errors carry none). */
export function renderXml(root: string, value: XmlValue, namespace = NAMESPACE): string {
  const attribute = namespace === '' ? '' : ` xmlns="${namespace}"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${attribute}>${content(value)}</${root}>`
}

function element(name: string, value: XmlValue): string {
  if (value === undefined) {
    return ''
  }
  if (isList(value)) {
    return value.map((item) => element(name, item)).join('')
  }
  return `<${name}>${content(value)}</${name}>`
}

function content(value: XmlValue): string {
  if (value === undefined || isList(value)) {
    return ''
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, child]) => element(name, child))
      .join('')
  }
  return escapeText(String(value))
}

function isList(value: XmlValue): value is readonly XmlValue[] {
  return Array.isArray(value)
}

const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// Line breaks are written as references, because a parser would fold CR. Other control characters have no XML 1.0
// form, and S3 writes them as references too.
function escapeText(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: keys may hold them
    /[&<>"\u0000-\u001f\u007f-\u009f\u2028\ufffe\uffff]/g,
    (char) => NAMED[char] ?? `&#x${char.charCodeAt(0).toString(16).toUpperCase()};`,
  )
}
