import { parseQuery } from '../request-target.ts'
import { S3Error } from '../s3-error.ts'
import type { Tags } from '../store/records.ts'
import { type XmlElement, xmlChildren, xmlText } from '../xml/parse-xml.ts'
import type { XmlValue } from '../xml/render-xml.ts'

const MAX_TAGS = 10
const MAX_KEY = 128
const MAX_VALUE = 256

/** The tags of an `x-amz-tagging` header (`a=1&b=2`). @throws S3Error `InvalidTag`. */
export function headerTags(header: string | undefined): Tags {
  return checkTags(parseQuery(header ?? ''))
}

/** The tags of a `Tagging` document. @throws S3Error `InvalidTag`. */
export function documentTags(document: XmlElement): Tags {
  const tags = xmlChildren(document, 'TagSet').flatMap((set) => xmlChildren(set, 'Tag'))
  return checkTags(tags.map((tag) => [xmlText(tag, 'Key') ?? '', xmlText(tag, 'Value') ?? '']))
}

/** The document that shows tags. */
export function tagDocument(tags: Tags): XmlValue {
  return {
    TagSet: { Tag: tags.map(([Key, Value]) => ({ Key, Value })) },
  }
}

function checkTags(tags: Tags): Tags {
  const keys = new Set(tags.map(([key]) => key))
  if (tags.length > MAX_TAGS) {
    throw new S3Error('InvalidTag', { message: 'Object tags cannot be greater than 10' })
  }
  if (keys.size < tags.length) {
    throw new S3Error('InvalidTag', { message: 'Cannot provide multiple Tags with the same key' })
  }
  for (const [key, value] of tags) {
    if (key === '' || key.length > MAX_KEY || value.length > MAX_VALUE) {
      throw new S3Error('InvalidTag', {
        message: 'A tag has a key of 1 to 128 characters and a value of up to 256',
      })
    }
  }
  return tags
}
