/**
 * A link into Kiln, `kiln://…`. Any web page, email or program can contain a link. A link therefore only names a view or an item. It can't
 * contain form values, open a file or send anything. Only the user can spend credits, by pressing a button.
 */
export type DeepLink =
  | { readonly to: 'place'; readonly id: DeepLinkView }
  | { readonly to: 'capability'; readonly id: string }
  /** `id`: Kiln's own task ID, not the service's. */
  | { readonly to: 'task'; readonly id: string }
  /** `id`: a library item ID. */
  | { readonly to: 'result'; readonly id: string }

/** Views that a link can open directly. */
const placeNames = ['gallery', 'queue', 'library'] as const
export type DeepLinkView = (typeof placeNames)[number]

/** URL scheme that Kiln is registered for. */
export const linkScheme = 'kiln'

/** Maximum length of a link in characters. Checked before the link is matched against any pattern. */
const mostLength = 200

/**
 * Patterns of all links except links to a view. Links with upper case, a query, a fragment or a port are rejected. So are escapes and
 * trailing slashes.
 */
const grammar: readonly { readonly to: Exclude<DeepLink['to'], 'place'>; readonly form: RegExp }[] = [
  { to: 'capability', form: /^kiln:\/\/capability\/([a-z0-9]+(?:-[a-z0-9]+)*)$/ },
  { to: 'task', form: /^kiln:\/\/task\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/ },
  { to: 'result', form: /^kiln:\/\/result\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.[1-9][0-9]{0,3})$/ }
]

/** Parses a link from outside. Null if it isn't exactly a Kiln link. */
export function parseDeepLink(text: string): DeepLink | null {
  if (text.length > mostLength) return null
  const place = placeNames.find((name) => text === linkToView(name))
  if (place !== undefined) return { to: 'place', id: place }
  for (const { to, form } of grammar) {
    const id = form.exec(text)?.[1]
    if (id !== undefined) return { to, id }
  }
  return null
}

/** Returns a link to a capability's form. Null if a link can't express the capability's ID. */
export function linkToCapability(id: string): string | null {
  const link = `${linkScheme}://capability/${id}`
  return parseDeepLink(link) === null ? null : link
}

export function linkToView(name: DeepLinkView): string {
  return `${linkScheme}://${name}`
}
