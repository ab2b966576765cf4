import type { Answer } from './call.ts'
import { renderXml, type XmlValue } from './xml/render-xml.ts'

/** An answer of status 200 with an XML document. */
export function xmlAnswer(
  root: string,
  value: XmlValue,
  headers: NonNullable<Answer['headers']> = {},
): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'application/xml', ...headers },
    body: renderXml(root, value),
  }
}
