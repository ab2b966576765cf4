import { type DigitalSource, digitalSourceUri } from '../../catalog/results/digital-source.ts'

/** What a file says of its making. */
export type EditMark = {
  digitalSource: DigitalSource
  /** Leads to the receipt: the job's id, and the person's index where a job has several results. */
  identifier: string
  /** The features that were applied, in order. */
  features: readonly string[]
}

/** The name under which Darkroom stands in files. */
const TOOL = 'Darkroom'

/** Characters that the term and the spaces behind the packet have together. */
const PADDING = 64

/** The most bytes a packet may have: what one JPEG segment holds. */
const MAX_BYTES = 65_000

/**
 * The XMP packet of a mark (ISO 16684-1): `Iptc4xmpExt:DigitalSourceType`, `xmp:CreatorTool`, `dc:identifier`, and one
 * `xmpMM:History` entry a feature. A packet that the file holds already is replaced by it; a stronger term in there, by
 * which the service itself marks what it made, is kept. All packets of a mark have the same length, because formats
 * name it before the old packet is seen. They hold no time, so that writing a result again gives the same bytes.
 */
export function xmpPacket({ digitalSource, ...mark }: EditMark, existing = ''): Buffer {
  const term = strongerIn(existing, digitalSource)
  const packet = [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about=""${NAMESPACES}>`,
    `<Iptc4xmpExt:DigitalSourceType>${digitalSourceUri(term)}</Iptc4xmpExt:DigitalSourceType>`,
    `<xmp:CreatorTool>${TOOL}</xmp:CreatorTool>`,
    `<dc:identifier>${escaped(mark.identifier)}</dc:identifier>`,
    `<xmpMM:History><rdf:Seq>${mark.features.map(historyEntry).join('')}</rdf:Seq></xmpMM:History>`,
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
    ' '.repeat(PADDING - term.length),
    '<?xpacket end="w"?>',
  ].join('\n')
  const bytes = Buffer.from(packet, 'utf8')
  if (bytes.length > MAX_BYTES) throw new RangeError('The mark of a result is too long.')
  return bytes
}

const NAMESPACES = Object.entries({
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  dc: 'http://purl.org/dc/elements/1.1/',
  xmpMM: 'http://ns.adobe.com/xap/1.0/mm/',
  stEvt: 'http://ns.adobe.com/xap/1.0/sType/ResourceEvent#',
})
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('')

function historyEntry(feature: string): string {
  return [
    '<rdf:li rdf:parseType="Resource"><stEvt:action>edited</stEvt:action>',
    `<stEvt:softwareAgent>${TOOL}</stEvt:softwareAgent>`,
    `<stEvt:parameters>${escaped(feature)}</stEvt:parameters></rdf:li>`,
  ].join('')
}

/** What a service says of generative work must not be weakened. A picture made by a model alone was composed here. */
function strongerIn(existing: string, own: DigitalSource): DigitalSource {
  return /digitalsourcetype\/(?:compositeWithT|t)rainedAlgorithmicMedia/.test(existing)
    ? 'compositeWithTrainedAlgorithmicMedia'
    : own
}

function escaped(text: string): string {
  return text.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
