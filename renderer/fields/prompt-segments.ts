import { findImageReferences } from '../../shared/form/image-references.ts'

/** A part of a prompt as displayed: plain text, or a chip for a referenced image. `isOver` is true if the part exceeds the length limit. */
export type PromptSegment =
  | { readonly kind: 'words'; readonly text: string; readonly isOver: boolean }
  | { readonly kind: 'chip'; readonly text: string; readonly isOver: boolean; /** Zero-based image index. */ readonly index: number }

/**
 * Splits a prompt into segments. References to existing images become chips, and text past `overflowAt` has `isOver` set. `overflowAt` is a
 * UTF-16 offset, or null if the text is within its limit. The joined segments equal `text`.
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
      index: reference.place - 1
    })
    done = reference.end
  }
  addWords(done, text.length)
  return segments
}

/**
 * Returns `caret`, moved to an edge if it is inside a chip. If the previous caret `before` was at one edge, returns the other edge. The
 * caret then passes the chip in one step. Otherwise returns the nearer edge.
 */
export function caretBesideChip(segments: readonly PromptSegment[], caret: number, before: number): number {
  const chip = chipAround(segments, caret)
  if (chip === null) return caret
  if (before === chip.start) return chip.end
  if (before === chip.end) return chip.start
  return caret - chip.start < chip.end - caret ? chip.start : chip.end
}

/** Extends a range so that it contains only whole chips. An empty range stays empty. */
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
