/** A piece of HTML whose text is escaped already. */
export type Markup = { readonly text: string }

type Part = string | number | Markup | readonly (string | number | Markup)[]

/** Marks text as HTML that is as it should be. */
export const raw = (text: string): Markup => ({ text })

/** HTML of a template; what stands in it is escaped unless it is markup itself. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  raw(strings.reduce((text, piece, at) => `${text}${textOf(parts[at - 1] ?? '')}${piece}`))

const textOf = (part: Part): string => {
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'text' in part ? part.text : part.map(textOf).join('')
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
