import { findImageReferences } from '../../shared/image-references.ts'

/** A run of a text as it is drawn: plain words, or a chip that stands for one of the images. */
export type PromptSegment =
  | { readonly kind: 'words'; readonly text: string; readonly isOver: boolean }
  | { readonly kind: 'chip'; readonly text: string; readonly isOver: boolean; /** Zero-based. */ readonly place: number }

/**
 * Cuts a text into what is drawn: references to images that exist become chips, and what stands past `overflowAt` is marked.
 * `overflowAt` is a UTF-16 offset, null when the text is within its limit. The texts of the segments add up to the text.
 */
export function promptSegments(text: string, imageCount: number, overflowAt: number | null): readonly PromptSegment[] {
  const limit = overflowAt ?? Number.POSITIVE_INFINITY
  const segments: PromptSegment[] = []
  const addWords = (start: number, end: number): void => {
    const cut = Math.min(Math.max(limit, start), end)
    if (cut > start) segments.push({ kind: 'words', text: text.slice(start, cut), isOver: false })
    if (end > cut) segments.push({ kind: 'words', text: text.slice(cut, end), isOver: true })
  }
  let done = 0
  for (const reference of findImageReferences(text)) {
    if (reference.place === null || reference.place < 1 || reference.place > imageCount) continue
    addWords(done, reference.start)
    segments.push({
      kind: 'chip',
      text: text.slice(reference.start, reference.end),
      isOver: reference.end > limit,
      place: reference.place - 1
    })
    done = reference.end
  }
  addWords(done, text.length)
  return segments
}

/**
 * Where the caret goes when it would stand inside a chip: on, the way that it came from `before`; else to the nearer end. A chip is
 * passed, selected and deleted as one.
 */
export function caretBesideChip(segments: readonly PromptSegment[], caret: number, before: number): number {
  const chip = chipAround(segments, caret)
  if (chip === null) return caret
  if (before === chip.start) return chip.end
  if (before === chip.end) return chip.start
  return caret - chip.start < chip.end - caret ? chip.start : chip.end
}

/** A range that takes part of a chip takes all of it. */
export function rangeWithWholeChips(
  segments: readonly PromptSegment[],
  start: number,
  end: number
): { readonly start: number; readonly end: number } {
  if (start === end) return { start, end }
  return { start: chipAround(segments, start)?.start ?? start, end: chipAround(segments, end)?.end ?? end }
}

function chipAround(segments: readonly PromptSegment[], offset: number): { readonly start: number; readonly end: number } | null {
  let start = 0
  for (const segment of segments) {
    const end = start + segment.text.length
    if (segment.kind === 'chip' && start < offset && offset < end) return { start, end }
    start = end
  }
  return null
}
