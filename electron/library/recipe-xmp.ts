import { z } from 'zod'

/** Of the recipe, what XMP has a word for itself. */
const promptSchema = z.object({ prompt: z.string().nullable().catch(null) }).catch({ prompt: null })

/** An XMP packet that carries a recipe, and its prompt as the description that other programs show. */
export function xmpOf(recipe: string): string {
  const { prompt } = promptSchema.parse(JSON.parse(recipe))
  const description =
    prompt === null ? '' : `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${inXml(prompt)}</rdf:li></rdf:Alt></dc:description>`
  return (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
    `xmlns:kiln="urn:kiln:recipe:1" kiln:recipe="${inXml(recipe)}">${description}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`
  )
}

/** Null: the packet carries none. */
export function recipeInXmp(packet: string): string | null {
  const found = /\bkiln:recipe="([^"]*)"/.exec(packet)?.[1]
  return found === undefined
    ? null
    : found.replaceAll(
        // Of signs by their number `inXml` writes only those of two digits; another program may write any up to the last there is.
        /&(?:quot|lt|gt|amp|#(\d{1,7}));/g,
        (entity, code: string | undefined) => entities[entity] ?? (Number(code) > lastSign ? entity : String.fromCodePoint(Number(code)))
      )
}

const lastSign = 0x10ffff
const entities: { readonly [entity: string]: string | undefined } = { '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/** What XML can't hold at all is left out; JSON writes control characters in other signs already. */
function inXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\n\r]/g, (character) => `&#${character.codePointAt(0)};`)
}
