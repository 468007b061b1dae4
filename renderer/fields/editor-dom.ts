import type { PromptSegment } from './prompt-segments.ts'

/**
 * Draws the segments of a text into an editable element. Converts between text offsets (UTF-16) and document positions. The element's
 * children are the segments in order, each with one text node. A trailing <br> lets the caret move after a final line break. Chips are
 * ordinary text, so the caret and the browser's own keys work in them. A chip's image is only a CSS style.
 */

export type EditorClasses = {
  readonly over: string | undefined
  readonly chip: string | undefined
  readonly chipOver: string | undefined
}

/**
 * Updates the children of `root` to match the segments. Changes only the children that differ, so that the caret and the spell checker's
 * underlines stay.
 */
export function drawSegments(
  root: HTMLElement,
  segments: readonly PromptSegment[],
  pictures: readonly (string | null)[],
  classes: EditorClasses
): void {
  for (const [place, segment] of segments.entries()) {
    const drawn = root.childNodes[place]
    const look = lookOf(segment, pictures)
    if (drawn instanceof HTMLElement && drawn.dataset['look'] === look) {
      const words = drawn.firstChild
      const isIntact = drawn.childNodes.length === 1 && words instanceof Text
      if (!isIntact) drawn.replaceChildren(segment.text)
      else if (words.data !== segment.text) words.data = segment.text
      continue
    }
    const element = segment.kind === 'chip' ? chipElement(segment, pictures, classes) : wordsElement(segment, classes)
    element.dataset['look'] = look
    root.insertBefore(element, drawn ?? null)
  }
  while (root.childNodes.length > segments.length && !isOnlyClosingBreakLeft(root, segments.length)) {
    root.childNodes[segments.length]?.remove()
  }
  if (root.childNodes.length === segments.length) root.append(document.createElement('br'))
}

/** Returns the current text of the editor element. It differs from the drawn text only after an IME composition. */
export function editorText(root: HTMLElement): string {
  const last = root.lastChild
  return [...root.childNodes].map((node) => (node === last && node instanceof HTMLBRElement ? '' : textOf(node))).join('')
}

/** Returns the text offset of a document position. Null if the position is outside `root`. */
export function offsetOfDomPosition(root: HTMLElement, container: Node, containerOffset: number): number | null {
  if (container === root) return lengthOf([...root.childNodes].slice(0, containerOffset))
  if (!root.contains(container)) return null
  let child: Node = container
  while (child.parentNode !== null && child.parentNode !== root) child = child.parentNode
  const before = lengthOf([...root.childNodes].slice(0, [...root.childNodes].indexOf(child as ChildNode)))
  return before + (container instanceof Text ? containerOffset : lengthOf([...container.childNodes].slice(0, containerOffset)))
}

/**
 * Returns the document position of a text offset. At the end of a chip, the position is in the next segment. Between two other segments,
 * the position is at the end of the first.
 */
export function domPositionOfOffset(root: HTMLElement, offset: number): { readonly container: Node; readonly offset: number } {
  let left = offset
  for (const child of root.childNodes) {
    const words = child.firstChild
    if (!(words instanceof Text)) continue
    const isPast = isChip(child) && left === words.length && child.nextSibling?.firstChild instanceof Text
    if (left <= words.length && !isPast) return { container: words, offset: left }
    left -= words.length
  }
  return { container: root, offset: 0 }
}

/** Returns the single change that turns `before` into `after`. The change excludes the texts' common beginning and end. */
export function singleChange(before: string, after: string): { readonly start: number; readonly end: number; readonly inserted: string } {
  const max = Math.min(before.length, after.length)
  let start = 0
  while (start < max && before[start] === after[start]) start++
  let tail = 0
  while (tail < max - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  return { start, end: before.length - tail, inserted: after.slice(start, after.length - tail) }
}

function wordsElement(segment: PromptSegment, classes: EditorClasses): HTMLElement {
  const element = document.createElement(segment.isOver ? 'mark' : 'span')
  if (segment.isOver && classes.over !== undefined) element.className = classes.over
  element.append(segment.text)
  return element
}

function chipElement(segment: PromptSegment & { kind: 'chip' }, pictures: readonly (string | null)[], classes: EditorClasses): HTMLElement {
  const chip = document.createElement('span')
  chip.className = [classes.chip, segment.isOver ? classes.chipOver : undefined].filter(Boolean).join(' ')
  chip.spellcheck = false
  const picture = pictures[segment.index]
  if (picture !== null && picture !== undefined) chip.style.setProperty('--picture', `url(${JSON.stringify(picture)})`)
  chip.append(segment.text)
  return chip
}

function lookOf(segment: PromptSegment, pictures: readonly (string | null)[]): string {
  if (segment.kind === 'words') return segment.isOver ? 'over' : 'words'
  return ['chip', segment.isOver, pictures[segment.index] ?? ''].join(' ')
}

function isChip(node: Node): boolean {
  return node instanceof HTMLElement && (node.dataset['look']?.startsWith('chip') ?? false)
}

function textOf(node: Node): string {
  return node instanceof HTMLBRElement ? '\n' : (node.textContent ?? '')
}

function lengthOf(nodes: readonly Node[]): number {
  return nodes.reduce((length, node) => length + (node instanceof HTMLBRElement ? 0 : textOf(node).length), 0)
}

function isOnlyClosingBreakLeft(root: HTMLElement, count: number): boolean {
  return root.childNodes.length === count + 1 && root.lastChild instanceof HTMLBRElement
}
