import type { PromptSegment } from './prompt-segments.ts'

/**
 * Draws the segments of a text into an editable element and converts between places in the text (UTF-16 offsets) and places in the
 * document. The element's children are the segments in order and one closing <br>, which gives the caret a place after a chip or a line end.
 */

export type EditorClasses = { readonly over: string | undefined; readonly chip: string | undefined; readonly chipOver: string | undefined }

/** Brings the children in line with the segments and touches only what differs, so that spelling marks and the caret stay. */
export function drawSegments(
  root: HTMLElement,
  segments: readonly PromptSegment[],
  pictures: readonly (string | null)[],
  classes: EditorClasses
): void {
  segments.forEach((segment, place) => {
    const drawn = root.childNodes[place]
    const look = lookOf(segment, pictures)
    if (drawn instanceof HTMLElement && drawn.dataset['look'] === look) {
      if (segment.kind === 'words') {
        const words = drawn.firstChild
        const isIntact = drawn.childNodes.length === 1 && words instanceof Text
        if (!isIntact) drawn.replaceChildren(segment.text)
        else if (words.data !== segment.text) words.data = segment.text
      }
      return
    }
    const element = segment.kind === 'chip' ? chipElement(segment, pictures, classes) : wordsElement(segment, classes)
    element.dataset['look'] = look
    if (drawn === undefined) root.append(element)
    else root.insertBefore(element, drawn)
  })
  while (root.childNodes.length > segments.length && !isOnlyClosingBreakLeft(root, segments.length)) {
    root.childNodes[segments.length]?.remove()
  }
  if (root.childNodes.length === segments.length) root.append(document.createElement('br'))
}

/** The text that the element shows now; only after a composition is it other than what was drawn. */
export function readText(root: HTMLElement): string {
  const last = root.lastChild
  return [...root.childNodes].map((node) => (node === last && node instanceof HTMLBRElement ? '' : textOf(node))).join('')
}

/** The place in the text of a place in the document; null when it is outside of the element. */
export function offsetOfPlace(root: HTMLElement, container: Node, containerOffset: number): number | null {
  if (container === root) return lengthOf([...root.childNodes].slice(0, containerOffset))
  if (!root.contains(container)) return null
  let child: Node = container
  while (child.parentNode !== null && child.parentNode !== root) child = child.parentNode
  const before = lengthOf([...root.childNodes].slice(0, [...root.childNodes].indexOf(child as ChildNode)))
  if (isChip(child)) return before + (containerOffset === 0 ? 0 : textOf(child).length)
  if (container instanceof Text) return before + containerOffset
  return before + lengthOf([...container.childNodes].slice(0, containerOffset))
}

/** The place in the document of a place in the text. */
export function placeOfOffset(root: HTMLElement, offset: number): { readonly container: Node; readonly offset: number } {
  let left = offset
  const children = [...root.childNodes]
  for (const [place, child] of children.entries()) {
    const length = child instanceof HTMLBRElement ? 0 : textOf(child).length
    if (!isChip(child) && left <= length && child.firstChild instanceof Text) return { container: child.firstChild, offset: left }
    if (isChip(child) && left === 0) return { container: root, offset: place }
    if (child instanceof HTMLBRElement) return { container: root, offset: place }
    left -= length
  }
  return { container: root, offset: children.length }
}

/** The one change that makes `after` of `before`: what stands between their common beginning and their common end. */
export function singleChange(before: string, after: string): { readonly start: number; readonly end: number; readonly inserted: string } {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let tail = 0
  while (tail < most - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
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
  chip.contentEditable = 'false'
  chip.dataset['text'] = segment.text
  chip.className = [classes.chip, segment.isOver ? classes.chipOver : undefined].filter(Boolean).join(' ')
  const picture = pictures[segment.place]
  if (picture !== null && picture !== undefined) {
    const image = document.createElement('img')
    image.src = picture
    image.alt = ''
    image.draggable = false
    chip.append(image)
  }
  chip.append(segment.text)
  return chip
}

function lookOf(segment: PromptSegment, pictures: readonly (string | null)[]): string {
  if (segment.kind === 'words') return segment.isOver ? 'over' : 'words'
  return `chip ${segment.isOver} ${segment.text} ${pictures[segment.place] ?? ''}`
}

function isChip(node: Node): node is HTMLElement {
  return node instanceof HTMLElement && node.dataset['text'] !== undefined
}

function textOf(node: Node): string {
  if (isChip(node)) return node.dataset['text'] ?? ''
  if (node instanceof HTMLBRElement) return '\n'
  if (node instanceof Text) return node.data
  return [...node.childNodes].map(textOf).join('')
}

function lengthOf(nodes: readonly Node[]): number {
  return nodes.reduce((length, node) => length + (node instanceof HTMLBRElement ? 0 : textOf(node).length), 0)
}

function isOnlyClosingBreakLeft(root: HTMLElement, count: number): boolean {
  return root.childNodes.length === count + 1 && root.lastChild instanceof HTMLBRElement
}
