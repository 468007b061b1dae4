/**
 * A prompt refers to its input images by one-based position (spec section 2.5, `imageUrls`). English prompts use "image 1", and Chinese
 * prompts "图 1". This file finds these references, and renumbers them when the images move.
 */

/** A reference to an image in a text. `start` and `end` are UTF-16 offsets. `place` is one-based, or null for "image ?". */
export type ImageReference = { readonly start: number; readonly end: number; readonly place: number | null }

/**
 * Matches English and Chinese references in any text, because a prompt needn't be in the app's language. Excludes other words: 地图 is a map,
 * 截图 a screenshot, 图片3张 three images. A question mark must follow a space, as Kiln writes it, because "图片？" ends many questions.
 */
const referencePattern =
  /(\bimage[ \u00a0]|(?<![地截插构草蓝视贴底拼附配版制绘意])图[片像]?[ \u00a0]?)(\d{1,3})(?![\da-z_]|\s*[张幅个种份组套])|(?:\bimage|(?<![地截插构草蓝视贴底拼附配版制绘意])图[片像]?)[ \u00a0]\?/gi

/** Finds all references in a text, in order. A reference is included even if the image doesn't exist. */
export function findImageReferences(text: string): readonly ImageReference[] {
  return [...text.matchAll(referencePattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    place: match[2] === undefined ? null : Number(match[2])
  }))
}

/**
 * Rewrites a prompt's references after images were moved or removed. `placesAfter` maps each old index to the new index, both zero-based.
 * The new index is null if the image was removed. The reference then becomes "image ?" and can't refer to another image by mistake.
 */
export function renumberImageReferences(text: string, placesAfter: readonly (number | null)[]): string {
  return text.replace(referencePattern, (words: string, noun: string | undefined, digits: string | undefined) => {
    if (noun === undefined || digits === undefined) return words
    const after = placesAfter[Number(digits) - 1]
    return after === undefined ? words : after === null ? `${noun.trimEnd()} ?` : `${noun}${after + 1}`
  })
}

/**
 * Returns the references to images that don't exist: "image ?", or a number outside 1 to `imageCount`. Each is returned once, in lower
 * case.
 */
export function danglingImageReferences(text: string, imageCount: number): readonly string[] {
  const dangling = findImageReferences(text)
    .filter((reference) => reference.place === null || reference.place < 1 || reference.place > imageCount)
    .map((reference) => text.slice(reference.start, reference.end).toLowerCase())
  return [...new Set(dangling)]
}

/** Returns the new index of every item after the item at `from` moves to `to`. Input for `renumberImageReferences`. */
export function indexesAfterMove(count: number, from: number, to: number): readonly number[] {
  return Array.from({ length: count }, (_, old) => {
    if (old === from) return to
    if (from < old && old <= to) return old - 1
    if (to <= old && old < from) return old + 1
    return old
  })
}

/** Returns the new index of every item after one item is removed. Null for the removed item. */
export function indexesAfterRemoval(count: number, removed: number): readonly (number | null)[] {
  return Array.from({ length: count }, (_, old) => (old === removed ? null : old > removed ? old - 1 : old))
}

/** Returns the list with the item at `from` moved to `to`. Returns the list unchanged if either index is out of range. */
export function moveItem<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return items
  const rest = items.toSpliced(from, 1)
  return rest.toSpliced(to, 0, item)
}
