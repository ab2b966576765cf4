import { S3Error } from '../s3-error.ts'

/** One element of a request document. `text` is its character data, not trimmed. */
export type XmlElement = { name: string; text: string; children: XmlElement[] }

const MAX_DEPTH = 8

const TOKEN = /<\?[^>]*\?>|<!--[\s\S]*?-->|<(\/?)([A-Za-z_][\w.:-]*)((?:\s[^<>]*?)?)(\/?)>|([^<]+)/y

/**
 * Parses a small request document into its root element. Document types and entities are refused, except the five
 * predefined ones and character references, so nothing can expand.
 *
 * @throws S3Error `MalformedXML`.
 */
export function parseXml(source: string): XmlElement {
  const document: XmlElement = { name: '', text: '', children: [] }
  const open = [document]
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < source.length) {
    const token = TOKEN.exec(source)
    if (token === null) {
      throw new S3Error('MalformedXML')
    }
    step(open, token)
  }
  const root = document.children[0]
  if (open.length !== 1 || root === undefined || document.children.length !== 1) {
    throw new S3Error('MalformedXML')
  }
  return root
}

function step(open: XmlElement[], token: RegExpExecArray): void {
  const [, closes, name, , selfCloses, text] = token
  const current = open.at(-1)!
  if (text !== undefined) {
    current.text += unescapeText(text)
  } else if (name !== undefined && closes === '/') {
    if (current.name !== localName(name)) {
      throw new S3Error('MalformedXML')
    }
    open.pop()
  } else if (name !== undefined) {
    const child = { name: localName(name), text: '', children: [] }
    current.children.push(child)
    if (selfCloses !== '/') {
      open.push(child)
    }
    if (open.length > MAX_DEPTH) {
      throw new S3Error('MalformedXML')
    }
  }
}

/** The direct children of one name. */
export function xmlChildren(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

/** The text of the first child of one name, or undefined. */
export function xmlText(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeText(text: string): string {
  return text.replace(/&([^;&]{0,10});?/g, (whole, name: string) => {
    const point = /^#x[0-9a-f]{1,6}$/i.test(name)
      ? Number.parseInt(name.slice(2), 16)
      : /^#\d{1,7}$/.test(name)
        ? Number(name.slice(1))
        : undefined
    const char = point === undefined ? ENTITIES[name] : codePoint(point)
    if (char === undefined || !whole.endsWith(';')) {
      throw new S3Error('MalformedXML')
    }
    return char
  })
}

function codePoint(point: number): string | undefined {
  return point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)
    ? String.fromCodePoint(point)
    : undefined
}
