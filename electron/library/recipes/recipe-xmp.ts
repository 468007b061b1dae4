import { z } from 'zod'

/** The recipe field that standard XMP has a property for. */
const promptSchema = z.object({ prompt: z.string().nullable().catch(null) }).catch({ prompt: null })

/**
 * Returns an XMP packet with a recipe. `recipe`: JSON text. Other programs show the recipe's prompt, because it is also the packet's
 * description.
 */
export function recipeToXmp(recipe: string): string {
  const { prompt } = promptSchema.parse(JSON.parse(recipe))
  const description =
    prompt === null ? '' : `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${inXml(prompt)}</rdf:li></rdf:Alt></dc:description>`
  return (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
    `xmlns:kiln="urn:kiln:recipe:1" kiln:recipe="${inXml(recipe)}">${description}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`
  )
}

/** Returns the recipe in an XMP packet, as JSON text. Null if the packet doesn't contain a recipe. */
export function recipeFromXmp(packet: string): string | null {
  const found = /\bkiln:recipe="([^"]*)"/.exec(packet)?.[1]
  return found === undefined
    ? null
    : found.replaceAll(
        // `inXml` writes character references only for tabs and line ends. Other programs may write any code point.
        /&(?:quot|lt|gt|amp|#(\d{1,7}));/g,
        (entity, code: string | undefined) => entities[entity] ?? (Number(code) > lastSign ? entity : String.fromCodePoint(Number(code)))
      )
}

const lastSign = 0x10ffff
const entities: { readonly [entity: string]: string | undefined } = { '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/** Escapes text for XML and removes characters that XML can't contain at all. JSON has already escaped the recipe's control characters. */
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
