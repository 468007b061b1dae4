import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { EditorClasses } from './editor-dom.ts'
import { drawSegments, offsetOfDomPosition, domPositionOfOffset, editorText, singleChange } from './editor-dom.ts'
import type { PromptSegment } from './prompt-segments.ts'
import { caretBesideChip, promptSegments, rangeWithWholeChips } from './prompt-segments.ts'
import type { TextEditorState } from './text-edits.ts'
import { redoEdit, replaceTextRange, selectTextRange, createTextEditorState, applyExternalText, undoEdit } from './text-edits.ts'
import { overflowOffset } from './text-length.ts'

export type TextEditorOptions = {
  readonly value: string
  readonly onChange: (text: string) => void
  /** In Unicode code points. Null if unlimited. */
  readonly maxLength: number | null
  /** Preview URLs of the images that the text can refer to, by index. Null for an image without a preview. */
  readonly pictures: readonly (string | null)[]
  readonly classes: EditorClasses
}

/**
 * Name of the DOM event that shows an error. A text editor selects the text past the limit. A JSON editor selects the line with the error.
 */
export const showErrorEventName = 'kiln-show-overflow'
/**
 * Name of the DOM event that makes a text editor insert text at the caret. The event is a `CustomEvent<string>` whose `detail` is the text.
 */
export const insertTextEventName = 'kiln-insert-words'

/**
 * Text editor that shows chips and error marks inside its text, which a `textarea` can't do. The `TextEditorState` is the source of truth,
 * not the DOM. Every edit is intercepted in `beforeinput`, applied to the text, and rendered. Compositions (dead keys, input methods) can't
 * be intercepted. The browser handles them, and the editor reads the text when they end.
 */
export function useTextEditor({ value, onChange, maxLength, pictures, classes }: TextEditorOptions): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  const editing = useRef<TextEditorState>(createTextEditorState(value))
  const isComposing = useRef(false)

  function segmentsNow(): readonly PromptSegment[] {
    const { text } = editing.current
    return promptSegments(text, pictures.length, overflowOffset(text, maxLength))
  }
  /** Reads the selection directly, because the browser's `selectionchange` event comes too late. */
  function readSelection(): void {
    const element = root.current
    const selection = document.getSelection()
    if (element === null || isComposing.current || selection === null) return
    const anchor = selection.anchorNode && offsetOfDomPosition(element, selection.anchorNode, selection.anchorOffset)
    const focus = selection.focusNode && offsetOfDomPosition(element, selection.focusNode, selection.focusOffset)
    if (anchor === null || focus === null) return
    const segments = segmentsNow()
    const caret = caretBesideChip(segments, focus, editing.current.focus)
    const start = anchor === focus ? caret : caretBesideChip(segments, anchor, caret)
    editing.current = selectTextRange(editing.current, start, caret)
    if (start !== anchor || caret !== focus) putSelection(element, start, caret)
  }
  function draw(): void {
    const element = root.current
    if (element === null || isComposing.current) return
    const { text, anchor, focus } = editing.current
    drawSegments(element, segmentsNow(), pictures, classes)
    element.toggleAttribute('data-empty', text === '')
    if (document.activeElement === element) putSelection(element, anchor, focus)
  }
  function become(next: TextEditorState): void {
    const hasNewText = next.text !== editing.current.text
    editing.current = next
    draw()
    if (document.activeElement === root.current) scrollToCaret()
    if (hasNewText) onChange(next.text)
  }
  // The listeners below are added only once. This ref gives them the latest functions.
  const now = useRef({ draw, become, readSelection, segmentsNow, maxLength })

  useLayoutEffect(() => {
    now.current = { draw, become, readSelection, segmentsNow, maxLength }
    // Reads the selection before drawing, because a render can directly follow a new selection. Drawing would otherwise restore the old
    // selection.
    if (document.activeElement === root.current) readSelection()
    editing.current = applyExternalText(editing.current, value)
    draw()
  })

  useEffect(() => {
    const element = root.current
    if (element === null) return
    const listening = new AbortController()
    const { signal } = listening
    const readSelectionNow = (): void => now.current.readSelection()
    function beforeInput(event: InputEvent): void {
      if (element === null || isComposing.current || event.inputType === 'insertCompositionText') return
      event.preventDefault()
      // The browser reports a moved caret too late for fast typing, so the selection is read here.
      readSelectionNow()
      if (event.inputType === 'historyUndo') return now.current.become(undoEdit(editing.current))
      if (event.inputType === 'historyRedo') return now.current.become(redoEdit(editing.current))
      const range = targetRange(element, event, editing.current)
      if (event.inputType.startsWith('delete')) {
        const whole = rangeWithWholeChips(now.current.segmentsNow(), range.start, range.end)
        return now.current.become(replaceTextRange(editing.current, whole.start, whole.end, ''))
      }
      const words = insertedText(event)
      if (words !== null) now.current.become(replaceTextRange(editing.current, range.start, range.end, words))
    }
    function keyDown(event: KeyboardEvent): void {
      if (event.key.startsWith('Arrow')) readSelectionNow()
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      const isUndo = key === 'z' && !event.shiftKey
      const isRedo = (key === 'z' && event.shiftKey) || key === 'y'
      if (!isUndo && !isRedo) return
      event.preventDefault()
      now.current.become(isUndo ? undoEdit(editing.current) : redoEdit(editing.current))
    }
    function endComposition(): void {
      if (element === null) return
      isComposing.current = false
      const { start, end, inserted } = singleChange(editing.current.text, editorText(element))
      now.current.become(replaceTextRange(editing.current, start, end, inserted))
    }
    function showOverflow(): void {
      const { text } = editing.current
      const start = overflowOffset(text, now.current.maxLength)
      if (start !== null) now.current.become(selectTextRange(editing.current, start, text.length))
    }
    function insertText(event: Event): void {
      const words: unknown = event instanceof CustomEvent ? event.detail : null
      if (typeof words !== 'string') return
      const { text, anchor, focus } = editing.current
      const start = Math.min(anchor, focus)
      const end = Math.max(anchor, focus)
      const spaceBefore = start > 0 && !/\s/.test(text.slice(start - 1, start)) ? ' ' : ''
      const spaceAfter = /^[\p{L}\p{N}]/u.test(text.slice(end)) ? ' ' : ''
      now.current.become(replaceTextRange(editing.current, start, end, spaceBefore + words + spaceAfter))
    }
    document.addEventListener('selectionchange', readSelectionNow, { signal })
    element.addEventListener('beforeinput', beforeInput, { signal })
    element.addEventListener('keydown', keyDown, { signal })
    element.addEventListener('compositionstart', () => (isComposing.current = true), { signal })
    element.addEventListener('compositionend', endComposition, { signal })
    element.addEventListener('focus', () => now.current.draw(), { signal })
    element.addEventListener(showErrorEventName, showOverflow, { signal })
    element.addEventListener(insertTextEventName, insertText, { signal })
    return () => listening.abort()
  }, [])

  return root
}

function putSelection(element: HTMLElement, anchor: number, focus: number): void {
  const from = domPositionOfOffset(element, anchor)
  const to = domPositionOfOffset(element, focus)
  const selection = document.getSelection()
  const isThere =
    selection?.anchorNode === from.container &&
    selection.anchorOffset === from.offset &&
    selection.focusNode === to.container &&
    selection.focusOffset === to.offset
  if (!isThere) selection?.setBaseAndExtent(from.container, from.offset, to.container, to.offset)
}

function scrollToCaret(): void {
  const focusNode = document.getSelection()?.focusNode
  const element = focusNode instanceof Element ? focusNode : focusNode?.parentElement
  element?.scrollIntoView({ block: 'nearest' })
}

/** Input types whose insertion point can differ from the selection. */
const placedInserts: ReadonlySet<string> = new Set(['insertReplacementText', 'insertFromDrop'])

function targetRange(element: HTMLElement, event: InputEvent, editing: TextEditorState): { readonly start: number; readonly end: number } {
  // Other insertions use the editor's own selection. Unlike the event's range, the selection is never inside a chip.
  const isPlaced = !event.inputType.startsWith('insert') || placedInserts.has(event.inputType)
  const [range] = isPlaced ? event.getTargetRanges() : []
  const start = range && offsetOfDomPosition(element, range.startContainer, range.startOffset)
  const end = range && offsetOfDomPosition(element, range.endContainer, range.endOffset)
  if (typeof start === 'number' && typeof end === 'number' && start <= end) return { start, end }
  return { start: Math.min(editing.anchor, editing.focus), end: Math.max(editing.anchor, editing.focus) }
}

/** Returns the text that an input event inserts. Null if the event doesn't insert text, such as a command for bold. */
function insertedText(event: InputEvent): string | null {
  if (event.inputType === 'insertLineBreak' || event.inputType === 'insertParagraph') return '\n'
  if (!event.inputType.startsWith('insert')) return null
  const words = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
  return words.replaceAll(/\r\n?/g, '\n')
}
