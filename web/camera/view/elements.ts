const SVG = 'http://www.w3.org/2000/svg'

/** A new element with attributes and children. Built by hand, because markup as text needs a policy in strict pages. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/** The same for SVG. */
export function shape<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: Node[]
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  made.append(...children)
  return made
}

/** A round button with a drawing, named for screen readers. */
export function iconButton(label: string, path: string, onClick: () => void): HTMLButtonElement {
  const icon = shape(
    'svg',
    { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    shape('path', { d: path }),
  )
  const button = element(
    'button',
    { class: 'icon', type: 'button', 'aria-label': label, title: label },
    icon,
  )
  button.addEventListener('click', onClick)
  return button
}
