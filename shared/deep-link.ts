/**
 * A link into Kiln, `kiln://…`. Anybody can write one: a page on the web, a letter, another program. So it only names a place: it carries no
 * values, opens no file, and sends nothing; whatever costs something is still a person's press.
 */
export type DeepLink =
  | { readonly to: 'place'; readonly id: PlaceName }
  | { readonly to: 'capability'; readonly id: string }
  /** `id`: Kiln's own id of the task, not the service's. */
  | { readonly to: 'task'; readonly id: string }
  /** `id`: a library item. */
  | { readonly to: 'result'; readonly id: string }

/** Views that can be led to as they are. */
const placeNames = ['gallery', 'queue', 'library'] as const
export type PlaceName = (typeof placeNames)[number]

/** The scheme that the system hands to Kiln. */
export const linkScheme = 'kiln'

/** No link is longer, in characters; checked before any pattern is tried. */
const mostLength = 200

/** The whole grammar, beside the names of places. Nothing else is a link: no other case, no query, no fragment, no port, no escape, no slash at the end. */
const grammar: readonly { readonly to: Exclude<DeepLink['to'], 'place'>; readonly form: RegExp }[] = [
  { to: 'capability', form: /^kiln:\/\/capability\/([a-z0-9]+(?:-[a-z0-9]+)*)$/ },
  { to: 'task', form: /^kiln:\/\/task\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/ },
  { to: 'result', form: /^kiln:\/\/result\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.[1-9][0-9]{0,3})$/ }
]

/** Where a text leads that came from outside; null: it is no link of ours, to the letter. */
export function readDeepLink(text: string): DeepLink | null {
  if (text.length > mostLength) return null
  const place = placeNames.find((name) => text === linkToPlace(name))
  if (place !== undefined) return { to: 'place', id: place }
  for (const { to, form } of grammar) {
    const id = form.exec(text)?.[1]
    if (id !== undefined) return { to, id }
  }
  return null
}

/** Leads to the form of a capability; null: no link can name it. */
export function linkToCapability(id: string): string | null {
  const link = `${linkScheme}://capability/${id}`
  return readDeepLink(link) === null ? null : link
}

export function linkToPlace(name: PlaceName): string {
  return `${linkScheme}://${name}`
}
